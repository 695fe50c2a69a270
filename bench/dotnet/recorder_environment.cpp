#include "bench/dotnet/recorder_environment.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "harness/platform/files/executable_path.h"

namespace gcrucible::bench {

platform::Environment dotnet_environment(const platform::Environment& more) {
  constexpr std::array<std::string_view, 4> kOthers{"DOTNET_", "COMPlus_", "CORECLR_", "GCRUCIBLE_"};
  platform::Environment environment = platform::own_environment();
  std::erase_if(environment, [&](const std::string& variable) {
    return std::ranges::any_of(kOthers, [&](std::string_view start) { return variable.starts_with(start); });
  });
  environment =
      platform::with_changes(std::move(environment),
                             {"CORECLR_ENABLE_PROFILING=1", std::string("CORECLR_PROFILER=") + kRecorderClsid,
                              "CORECLR_PROFILER_PATH=" + platform::beside_executable(kRecorderFile)});
  return platform::with_changes(std::move(environment), more);
}

}  // namespace gcrucible::bench
