#include "harness/rules/entities/info/taken_ids.h"

#include <algorithm>
#include <array>

#include "harness/abi/tables/info_parameters.h"

namespace gcrucible::rules {
namespace {

struct Row {
  std::string_view type;
  Taken what;
};
constexpr Row kRows[] = {{"ObjectID", Taken::kObject},       {"ClassID", Taken::kClass},
                         {"ModuleID", Taken::kModule},       {"AssemblyID", Taken::kAssembly},
                         {"AppDomainID", Taken::kAppDomain}, {"ObjectHandleID", Taken::kHandle},
                         {"ThreadID", Taken::kThread}};

// No rule looks at the modules of these.
constexpr InfoSet kIgnored{InfoMethod::kGetFunctionFromTokenAndTypeArgs, InfoMethod::kReadInMemorySymbols,
                           InfoMethod::kEnumNgenModuleMethodsInliningThisMethod};

constexpr std::array<Taken, kInfoCount> by_method() {
  std::array<Taken, kInfoCount> taken{};
  for (std::size_t i = 0; i < abi::kInfoMethods.size(); ++i) {
    const auto method = static_cast<InfoMethod>(i);
    const auto* const row = std::ranges::find(kRows, abi::info_parameter(method, 0).type, &Row::type);
    if (row != std::end(kRows) && !kIgnored.has(method)) taken[i] = row->what;
  }
  return taken;
}
constexpr std::array<Taken, kInfoCount> kTaken = by_method();

}  // namespace

Taken taken_by(InfoMethod method) {
  return kTaken[static_cast<std::size_t>(method)];
}

InfoSet methods_that_take(Taken what) {
  InfoSet set;
  for (std::size_t i = 0; i < kTaken.size(); ++i) {
    if (kTaken[i] == what) set = set | InfoSet{static_cast<InfoMethod>(i)};
  }
  return set;
}

}  // namespace gcrucible::rules
