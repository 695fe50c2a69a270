#include "harness/cli/commands/unloaded_profiler.h"

#include <fmt/format.h>

#include <optional>

#include "harness/platform/process/environment.h"

namespace gcrucible::cli {
namespace {

// CoreCLR loads no profiler if one of these is 0 (clrconfignames.h). Images of containers often set them.
constexpr const char* kSwitches[] = {"DOTNET_EnableDiagnostics", "DOTNET_EnableDiagnostics_Profiler",
                                     "COMPlus_EnableDiagnostics", "COMPlus_EnableDiagnostics_Profiler"};

}  // namespace

std::string why_no_profiler(const driver::RecordOptions& options) {
  const platform::Environment environment =
      platform::with_changes(platform::own_environment(), options.environment);
  for (const char* const name : kSwitches) {
    if (platform::value_of(environment, name) == "0")
      return fmt::format("{}=0 forbids profilers; remove that variable, or set it to 1", name);
  }
  return fmt::format(
      "no runtime that loads profilers was started by '{}'. Is it a .NET program (dotnet app.dll, or an "
      "app's own executable)? NativeAOT programs load no profilers",
      options.command.front());
}

}  // namespace gcrucible::cli
