#include "harness/rules/decode/info_method.h"

#include "harness/trace/read/name_index.h"

namespace gcrucible::rules {
namespace {

constexpr std::array<std::string_view, abi::kInfoMethods.size()> names() {
  std::array<std::string_view, abi::kInfoMethods.size()> all;
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = abi::kInfoMethods[i].name;
  return all;
}
constexpr trace::NameIndex<abi::kInfoMethods.size()> kNames{names()};

}  // namespace

InfoMethod info_method_of(std::string_view name) {
  const std::size_t place = kNames.find(name);
  if (place != kNames.kNone) return static_cast<InfoMethod>(place);
  const std::size_t colons = name.find("Enum::");
  if (colons == std::string_view::npos) return kOtherInfo;
  const std::string_view method = name.substr(colons + 6);
  return method == "Next" ? kEnumNext : method == "GetCount" ? kEnumGetCount : kEnumOther;
}

}  // namespace gcrucible::rules
