#include "harness/cli/commands/preflight_checks.h"

#include <fmt/format.h>

#include <filesystem>

#include "harness/cli/options/profiler_choice.h"
#include "harness/runtimes/runtimes.h"

namespace gcrucible::cli {

namespace fs = std::filesystem;

std::string without_line_break(std::string text) {
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

Expected<void> check_variables(const std::vector<std::string>& environment) {
  for (const std::string& each : environment) {
    if (each.find('=') == std::string::npos || each.starts_with('='))
      return failure(fmt::format("--env takes NAME=VALUE, not '{}'", each));
  }
  return {};
}

Expected<void> check_folder_of(const char* option, const std::string& file) {
  if (file.empty()) return {};
  fs::path folder = fs::path(file).parent_path();
  if (folder.empty()) return {};
  std::error_code code;
  const fs::file_status there = fs::status(folder, code);
  if (fs::is_directory(there)) return {};
  if (fs::exists(there)) {
    return failure(fmt::format("{}: '{}' is not a folder, so '{}' cannot be in it; give another path", option,
                               folder.string(), file));
  }
  return failure(fmt::format("{}: the folder '{}' does not exist; make it first: mkdir -p '{}'", option,
                             folder.string(), folder.string()));
}

Expected<void> check_preflight(const RunOptions& options) {
  if (auto there = check_folder_of("--trace", options.trace); !there) return there;
  for (const std::string& report : options.reports) {
    const std::size_t equals = report.find('=');
    if (equals == std::string::npos) continue;
    if (auto there = check_folder_of("--report", report.substr(equals + 1)); !there) return there;
  }
  if (!options.runtime.empty()) {
    auto loaded = runtimes::load(options.runtime);
    if (!loaded) return failure("--runtime: " + without_line_break(std::move(loaded.error())));
  }
  if (!options.profiler.empty() || !options.clsid.empty() || options.on == "coreclr") return {};
  return check_environment();
}

}  // namespace gcrucible::cli
