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

std::string no_variable(const std::vector<std::string>& environment) {
  for (const std::string& each : environment) {
    if (each.find('=') == std::string::npos || each.starts_with('='))
      return fmt::format("--env takes NAME=VALUE, not '{}'", each);
  }
  return {};
}

std::string missing_folder(const char* option, const std::string& file) {
  if (file.empty()) return {};
  fs::path folder = fs::path(file).parent_path();
  if (folder.empty()) return {};
  std::error_code code;
  const fs::file_status there = fs::status(folder, code);
  if (fs::is_directory(there)) return {};
  if (fs::exists(there)) {
    return fmt::format("{}: '{}' is not a folder, so '{}' cannot be in it; give another path", option,
                       folder.string(), file);
  }
  return fmt::format("{}: the folder '{}' does not exist; make it first: mkdir -p '{}'", option,
                     folder.string(), folder.string());
}

std::string check_preflight(const RunOptions& options) {
  if (std::string problem = missing_folder("--trace", options.trace); !problem.empty()) return problem;
  for (const std::string& report : options.reports) {
    const std::size_t equals = report.find('=');
    if (equals == std::string::npos) continue;
    if (std::string problem = missing_folder("--report", report.substr(equals + 1)); !problem.empty())
      return problem;
  }
  if (!options.runtime.empty()) {
    const runtimes::Loaded loaded = runtimes::load(options.runtime);
    if (!loaded.profile) return "--runtime: " + without_line_break(loaded.errors);
  }
  if (!options.profiler.empty() || !options.clsid.empty() || options.on == "coreclr") return {};
  return half_set_environment();
}

}  // namespace gcrucible::cli
