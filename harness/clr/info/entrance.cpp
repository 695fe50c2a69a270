#include "harness/clr/info/entrance.h"

#include "harness/abi/tables/info_parameters.h"
#include "harness/clr/info/facade.h"

namespace gcrucible::clr {
namespace {

using I = abi::NewestInfo;

// The names of a method's parameters, separated by blanks.
template <abi::InfoMethod kMethod>
struct ParameterNames {
  struct Text {
    std::array<char, abi::kInfoParameters[static_cast<std::size_t>(kMethod)].size()> characters{};
    std::size_t length = 0;
  };
  static constexpr Text kText = [] {
    Text text;
    for (std::size_t i = 0; !abi::info_parameter(kMethod, i).name.empty(); ++i) {
      if (i > 0) text.characters[text.length++] = ' ';
      for (const char each : abi::info_parameter(kMethod, i).name) text.characters[text.length++] = each;
    }
    return text;
  }();
  static constexpr std::string_view kView{kText.characters.data(), kText.length};
};

// By slot.
constexpr std::tuple kRows{
    MethodRow{&I::QueryInterface, "QueryInterface", ParameterNames<abi::InfoMethod::kQueryInterface>::kView},
    MethodRow{&I::AddRef, "AddRef", ""}, MethodRow{&I::Release, "Release", ""},
#define GCRUCIBLE_ROW(slot, version, method, parameters, ...) \
  MethodRow{&I::method, #method, ParameterNames<abi::InfoMethod::k##method>::kView},
    GCRUCIBLE_INFO_METHODS(GCRUCIBLE_ROW)
#undef GCRUCIBLE_ROW
};

}  // namespace

std::unique_ptr<Entrance> info_entrance(InfoFacade& info) {
  constexpr std::size_t kDestructors = 2;
  return std::make_unique<Entrance>(static_cast<I*>(&info), ways_in<kRows>(), kDestructors);
}

}  // namespace gcrucible::clr
