#include "harness/scenario/language/primitives.h"

#include <algorithm>

namespace gcrucible::scenario {

const std::vector<BuiltIn>& built_ins() {
  static const std::vector<BuiltIn> kBuiltIns = {
      {"ref", "System.Object", kObjectElement},
      {"object", "System.Object", kObjectElement},
      {"Object", "System.Object", kObjectElement},
      {"System.Object", "System.Object", kObjectElement},
      {"string", "System.String", kStringElement},
      {"String", "System.String", kStringElement},
      {"System.String", "System.String", kStringElement},
      {"bool", "System.Boolean", 0x02},
      {"char", "System.Char", 0x03},
      {"sbyte", "System.SByte", 0x04},
      {"int8", "System.SByte", 0x04},
      {"byte", "System.Byte", 0x05},
      {"uint8", "System.Byte", 0x05},
      {"short", "System.Int16", 0x06},
      {"int16", "System.Int16", 0x06},
      {"ushort", "System.UInt16", 0x07},
      {"uint16", "System.UInt16", 0x07},
      {"int", "System.Int32", 0x08},
      {"int32", "System.Int32", 0x08},
      {"uint", "System.UInt32", 0x09},
      {"uint32", "System.UInt32", 0x09},
      {"long", "System.Int64", 0x0A},
      {"int64", "System.Int64", 0x0A},
      {"ulong", "System.UInt64", 0x0B},
      {"uint64", "System.UInt64", 0x0B},
      {"float", "System.Single", 0x0C},
      {"double", "System.Double", 0x0D},
      {"nint", "System.IntPtr", 0x18},
      {"nuint", "System.UIntPtr", 0x19},
  };
  return kBuiltIns;
}

const BuiltIn* find_built_in(std::string_view word) {
  const auto found = std::ranges::find(built_ins(), word, &BuiltIn::word);
  return found == built_ins().end() ? nullptr : &*found;
}

}  // namespace gcrucible::scenario
