// Core library types that a signature encodes by an element type alone.
#pragma once

#include <array>
#include <string_view>

#include "harness/abi/enums.h"
#include "harness/abi/visibility.h"

namespace gcrucible::abi {

struct SimpleType {
  CorElementType element;
  std::string_view name;

  constexpr bool is_value() const { return element != ELEMENT_TYPE_STRING && element != ELEMENT_TYPE_OBJECT; }
};

// Ascending by element type.
GCRUCIBLE_OWN inline constexpr std::array<SimpleType, 16> kSimpleTypes{{
    {ELEMENT_TYPE_BOOLEAN, "System.Boolean"},
    {ELEMENT_TYPE_CHAR, "System.Char"},
    {ELEMENT_TYPE_I1, "System.SByte"},
    {ELEMENT_TYPE_U1, "System.Byte"},
    {ELEMENT_TYPE_I2, "System.Int16"},
    {ELEMENT_TYPE_U2, "System.UInt16"},
    {ELEMENT_TYPE_I4, "System.Int32"},
    {ELEMENT_TYPE_U4, "System.UInt32"},
    {ELEMENT_TYPE_I8, "System.Int64"},
    {ELEMENT_TYPE_U8, "System.UInt64"},
    {ELEMENT_TYPE_R4, "System.Single"},
    {ELEMENT_TYPE_R8, "System.Double"},
    {ELEMENT_TYPE_STRING, "System.String"},
    {ELEMENT_TYPE_I, "System.IntPtr"},
    {ELEMENT_TYPE_U, "System.UIntPtr"},
    {ELEMENT_TYPE_OBJECT, "System.Object"},
}};

}  // namespace gcrucible::abi
