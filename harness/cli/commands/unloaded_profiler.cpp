#include "harness/cli/commands/unloaded_profiler.h"

#include <fmt/format.h>

#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "harness/platform/process/environment.h"

namespace gcrucible::cli {
namespace {

// CoreCLR loads no profiler if one of these is 0 (clrconfignames.h). Images of containers often set them.
constexpr const char* kSwitches[] = {"EnableDiagnostics", "EnableDiagnostics_Profiler"};

// CoreCLR reads its settings as hexadecimal numbers (clrconfig.cpp).
bool is_zero(std::string_view text) {
  const std::string value(text);
  char* end = nullptr;
  const unsigned long number = std::strtoul(value.c_str(), &end, 16);
  return end != value.c_str() && number == 0;
}

// The variable that turns a switch off. Of the two prefixes, DOTNET_ has precedence.
std::optional<std::string> forbidding(const platform::Environment& environment, const char* name) {
  for (const char* const prefix : {"DOTNET_", "COMPlus_"}) {
    const std::string variable = std::string(prefix) + name;
    const auto value = platform::value_of(environment, variable);
    if (!value || value->empty()) continue;
    return is_zero(*value) ? std::optional(fmt::format("{}={}", variable, *value)) : std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

std::string why_no_profiler(const driver::RecordOptions& options) {
  const platform::Environment environment =
      platform::with_changes(platform::own_environment(), options.environment);
  for (const char* const name : kSwitches) {
    if (const auto variable = forbidding(environment, name))
      return fmt::format("{} forbids profilers; remove that variable, or set it to 1", *variable);
  }
  return fmt::format(
      "no runtime that loads profilers was started by '{}'. Is it a .NET program (dotnet app.dll, or an "
      "app's own executable)? NativeAOT programs load no profilers",
      options.command.front());
}

}  // namespace gcrucible::cli
