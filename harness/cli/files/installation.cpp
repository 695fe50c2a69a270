#include "harness/cli/files/installation.h"

#include <filesystem>
#include <string>

#include "harness/platform/files/executable_path.h"

// The folder of installed scenarios relative to the program folder, and the source folder.
#ifndef GCRUCIBLE_DATA_FROM_BIN
#define GCRUCIBLE_DATA_FROM_BIN ""
#endif
#ifndef GCRUCIBLE_SOURCE_DIR
#define GCRUCIBLE_SOURCE_DIR ""
#endif

namespace gcrucible::cli {

report::Installation installation() {
  const std::string program = platform::executable_path();
  if (program.empty()) return {};
  const std::filesystem::path folder = std::filesystem::path(program).parent_path();
  report::Installation found{.program = program, .libraries = folder.string(), .sources = {}};
  // scripts/demo builds one of the two only.
  const auto is_there = [&](const char* library) {
    std::error_code code;
    return std::filesystem::exists(folder / library, code);
  };
  if (!is_there("libgcrucible_lifetime.so") && is_there("libgcrucible_faulty.so")) found.tracker = "faulty";
  const std::filesystem::path installed = (folder / GCRUCIBLE_DATA_FROM_BIN).lexically_normal();
  for (const std::filesystem::path& root : {installed, std::filesystem::path(GCRUCIBLE_SOURCE_DIR)}) {
    std::error_code code;
    if (root.empty() || !std::filesystem::is_directory(root / "fixtures" / "scenarios", code)) continue;
    found.sources = root.string();
    break;
  }
  return found;
}

}  // namespace gcrucible::cli
