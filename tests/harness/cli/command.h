// The built `gcrucible`, called as a person would call it.
#pragma once

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "harness/platform/process/environment.h"
#include "harness/platform/process/process.h"
#include "tests/support/catch.h"
#include "tests/support/contains.h"
#include "tests/support/error_in.h"
#include "tests/support/places.h"

namespace gcrucible::tests {

inline const std::string kProgram = in_build("/gcrucible");
inline const std::string kScenarios = in_source("/fixtures/scenarios/");
inline const std::string kTen = kScenarios + "ten-objects-move.yaml";
// Only a call that hangs lasts this long. Some calls run all scenarios, under sanitizers, next to other
// tests.
inline constexpr std::chrono::minutes kLimit(10);

inline std::string text_of_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Text wraps at the width of the terminal.
inline std::string in_one_line(const std::string& text) {
  std::string flat;
  for (const char each : text) {
    const bool space = each == '\n' || each == ' ';
    if (!space || (!flat.empty() && flat.back() != ' ')) flat += space ? ' ' : each;
  }
  return flat;
}

// A folder that is deleted with the test.
class Scratch {
 public:
  Scratch() {
    std::string name = (std::filesystem::temp_directory_path() / "gcrucible-cli-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    folder_ = name;
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    std::error_code code;
    std::filesystem::remove_all(folder_, code);
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return path(name);
  }
  std::string folder() const { return folder_.string(); }

 private:
  std::filesystem::path folder_;
};

struct Called {
  int status = -1;
  std::string out;
  std::string err;
};

// The caller's profiler variables and locale are not passed on unless `environment` contains them.
inline Called call_program(const std::vector<std::string>& arguments,
                           const platform::Environment& environment = {}, const std::string& folder = {}) {
  const Scratch scratch;
  platform::ProcessStart start;
  start.arguments = arguments;
  platform::Environment clean;
  for (const std::string& variable : platform::own_environment()) {
    const bool ours = variable.starts_with("CORECLR_") || variable.starts_with("LC_") ||
                      variable.starts_with("LANG") || variable.starts_with("COLUMNS=") ||
                      variable.starts_with("NO_COLOR=") || variable.starts_with("GCRUCIBLE_");
    if (!ours) clean.push_back(variable);
  }
  clean.emplace_back("LANG=C.UTF-8");
  start.environment = platform::with_changes(clean, environment);
  start.working_folder = folder.empty() ? scratch.folder() : folder;
  start.output = scratch.path("out");
  start.error_output = scratch.path("err");
  auto started = platform::Process::start(start);
  INFO(error_in(started));
  REQUIRE(started);
  const auto end = started->wait(kLimit);
  REQUIRE(end);
  INFO(platform::to_text(*end));
  REQUIRE_FALSE(end->signal);
  Called called{
      .status = end->exit_code, .out = text_of_file(start.output), .err = text_of_file(start.error_output)};
  // In every case a run leaves nothing in its working folder.
  for (const auto& entry : std::filesystem::directory_iterator(scratch.folder())) {
    const std::string name = entry.path().filename().string();
    INFO(name);
    CHECK((name == "out" || name == "err"));
  }
  return called;
}

inline Called call(const std::vector<std::string>& arguments, const platform::Environment& environment = {},
                   const std::string& folder = {}) {
  std::vector<std::string> line{kProgram};
  for (const std::string& argument : arguments) line.push_back(argument);
  return call_program(line, environment, folder);
}

}  // namespace gcrucible::tests
