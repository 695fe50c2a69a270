// Checks the style of the whole repository, and shows that each check finds planted text.
#include "tests/tidy/style.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/tidy/errors.h"
#include "tests/tidy/folders.h"
#include "tests/tidy/functions.h"
#include "tests/tidy/layers.h"

namespace gcrucible::tidy {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = in_source("");

bool exists_in_tree(std::string_view path) {
  return fs::is_regular_file(kRoot / fs::path(path));
}
bool nothing_exists(std::string_view) {
  return false;
}

// Folders that a build, an editor or git creates. Their contents are not checked.
bool is_foreign(const fs::path& folder) {
  const std::string name = folder.filename().string();
  return name == ".git" || name == ".cache" || name == ".vs" || name == "bin" || name == "obj" ||
         (name.starts_with("build") && folder.parent_path() == kRoot);
}

std::vector<std::string> paths_of_tree() {
  std::vector<std::string> paths;
  for (auto entry = fs::recursive_directory_iterator(kRoot); entry != fs::end(entry); ++entry) {
    if (entry->is_directory() && is_foreign(entry->path())) {
      entry.disable_recursion_pending();
    } else if (entry->is_regular_file()) {
      paths.push_back(entry->path().lexically_relative(kRoot).generic_string());
    }
  }
  std::ranges::sort(paths);
  return paths;
}

std::vector<SourceFile> files_of_tree() {
  std::vector<SourceFile> files;
  for (const std::string& path : paths_of_tree()) {
    if (!is_checked(path)) continue;
    std::ifstream in(kRoot / path, std::ios::binary);
    files.push_back({path, std::string(std::istreambuf_iterator<char>(in), {})});
  }
  return files;
}

// The first problem's text; empty if the style is respected.
std::string first_problem(const std::string& path, const std::string& text) {
  const auto problems = check({path, text}, nothing_exists);
  return problems.empty() ? "" : to_text(problems.front());
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("style: every file of the repository is in good style") {
  const auto files = files_of_tree();
  // A walk that finds next to no files would pass silently.
  REQUIRE(files.size() > 10);
  std::string report;
  for (const SourceFile& file : files) {
    for (const Problem& problem : check(file, exists_in_tree)) report += to_text(problem) + "\n";
    for (const Problem& problem : check_layers(file)) report += to_text(problem) + "\n";
    for (const Problem& problem : check_functions(file)) report += to_text(problem) + "\n";
    for (const Problem& problem : check_errors(file)) report += to_text(problem) + "\n";
  }
  for (const Problem& problem : check_folders(paths_of_tree())) report += to_text(problem) + "\n";
  // Not through INFO, which would break the lines that editors use for navigation.
  if (!report.empty()) std::cerr << report;
  CHECK(report.empty());
}

TEST_CASE("style: good text has no problem") {
  CHECK(first_problem("sim/heap.h", "// A heap.\n#pragma once\n\n#include <vector>\n").empty());
  CHECK(first_problem("fixtures/scenarios/a.yaml", "# What it shows.\nscenario: a\n").empty());
}

TEST_CASE("style: a file above the size limit is a problem") {
  const std::string line = "int x;\n";
  std::string text;
  while (text.size() <= 25 * 1024) text += line;
  CHECK(contains(first_problem("sim/heap.cpp", text), "sim/heap.cpp: has "));
  CHECK(first_problem("docs/tutorial.md", text).empty());
}

TEST_CASE("style: a header without pragma once is a problem") {
  CHECK(contains(first_problem("sim/heap.h", "int x;\n"), "#pragma once"));
  CHECK(first_problem("sim/heap.cpp", "int x;\n").empty());
}

TEST_CASE("style: tabs and trailing blanks and carriage returns are problems") {
  CHECK(contains(first_problem("sim/a.cpp", "\n\tint x;\n"), "sim/a.cpp:2: replace the tab"));
  CHECK(contains(first_problem("docs/a.md", "one\ntwo \n"), "docs/a.md:2: remove the white space"));
  CHECK(contains(first_problem("sim/a.cpp", "int x;\r\n"), "sim/a.cpp:1: end the line"));
  CHECK(contains(first_problem("sim/a.cpp", "int x;"), "sim/a.cpp: end the last line"));
}

TEST_CASE("style: a line above 110 columns is a problem unless it has a URL") {
  CHECK(first_problem("sim/a.cpp", std::string(110, 'x') + "\n").empty());
  CHECK(contains(first_problem("sim/a.cpp", std::string(111, 'x') + "\n"), "sim/a.cpp:1: has 111 columns"));
  CHECK(first_problem("sim/a.cpp", "// see https://" + std::string(111, 'x') + "\n").empty());
  std::string arrows;
  for (int i = 0; i < 110; ++i) arrows += "\xE2\x86\x92";
  CHECK(first_problem("sim/a.cpp", arrows + "\n").empty());
}

TEST_CASE("style: marks of unfinished work are problems as whole words only") {
  const std::string mark = std::string("TO") + "DO";
  CHECK(contains(first_problem("sim/a.cpp", "// " + mark + ": later\n"), "sim/a.cpp:1: do what the"));
  CHECK(contains(first_problem("scripts/demo",
                               "# FIX"
                               "ME\n"),
                 "scripts/demo:1: do what the"));
  CHECK(first_problem("sim/a.cpp", "int MAS" + mark + "N;\n").empty());
}

TEST_CASE("style: a vague file or folder name is a problem") {
  CHECK(contains(first_problem("sim/utils.h", "#pragma once\n"), "'utils.h' says nothing"));
  CHECK(contains(first_problem("sim/string_utils.cpp", "\n"), "says nothing"));
  CHECK(contains(first_problem("harness/common/heap.cpp", "\n"), "'common' says nothing"));
}

TEST_CASE("style: an include that is not by path from the root is a problem") {
  CHECK(contains(first_problem("sim/a.cpp", "#include \"heap.h\"\n"), "sim/a.cpp:1: include \"heap.h\""));
  CHECK(check({"sim/a.cpp", "#include \"tests/tidy/style.h\"\n"}, exists_in_tree).empty());
  CHECK(check({"sim/a.cpp", "#include \"../tests/tidy/style.h\"\n"}, exists_in_tree).size() == 1);
}

TEST_CASE("layers: a folder that uses a forbidden one is a problem") {
  const auto first = [](const std::string& path, const std::string& target) {
    const auto problems = check_layers({path, "#pragma once\n#include \"" + target + "\"\n"});
    return problems.empty() ? "" : to_text(problems.front());
  };
  CHECK(
      contains(first("harness/driver/a.cpp", "fixtures/profilers/recorder/options.h"),
               "harness/driver/a.cpp:2: harness/driver/ may not use fixtures/profilers/recorder/options.h"));
  CHECK(contains(first("fixtures/profilers/recorder/a.cpp", "harness/platform/process/process.h"),
                 "may not use"));
  CHECK(contains(first("harness/driver/a.cpp", "harness/host/player/player.h"), "may not use"));
  CHECK(contains(first("sim/a.cpp", "tests/support/catch.h"), "may not use"));
  CHECK(contains(first("harness/runtimes/a.cpp", "harness/scenario/scenario.h"), "may not use"));
  CHECK(first("harness/runtimes/a.cpp", "harness/yaml/value.h").empty());
  CHECK(first("harness/driver/a.cpp", "harness/protocol/case.h").empty());
  CHECK(first("sim/a.cpp", "sim/heap.h").empty());
  CHECK(first("tests/sim/a.cpp", "harness/clr/clr.h").empty());
}

TEST_CASE("folders: one with more than 30 files is a problem") {
  std::vector<std::string> paths{"sim/deep/29.cpp"};
  for (int i = 0; i < 30; ++i) paths.push_back("sim/" + std::to_string(i) + ".cpp");
  CHECK(check_folders(paths).empty());
  paths.push_back("sim/30.cpp");
  const auto problems = check_folders(paths);
  REQUIRE(problems.size() == 1);
  CHECK(contains(to_text(problems[0]), "sim: has 31 files"));
}

TEST_CASE("errors: another way than an Expected is a problem") {
  const auto found = [](const std::string& text, const std::string& path = "harness/driver/a.h") {
    const auto problems = check_errors({path, "#pragma once\n" + text + "\n"});
    return problems.empty() ? "" : to_text(problems.front());
  };
  CHECK(contains(found("  std::string error;  // why not"), "harness/driver/a.h:2: return an Expected"));
  CHECK_FALSE(found("  std::optional<std::string> error = {};").empty());
  CHECK_FALSE(found("bool read(const std::string& path, std::string& error);").empty());
  CHECK_FALSE(found("          std::string* problem) {").empty());
  CHECK_FALSE(found("// Returns an error message; empty on success.").empty());
  CHECK(found("void complain(const std::string& error);").empty());
  CHECK(found("  std::string error_output;").empty());
  CHECK(found("  const std::string error = text_of(code);").empty());
  CHECK(found("Expected<void> write(std::string_view text);").empty());
  CHECK(found("  std::string error;", "tests/harness/a.cpp").empty());
}

TEST_CASE("functions: a body above 60 lines is a problem") {
  const auto lines = [](std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += "  go();\n";
    return text;
  };
  const auto first = [](const std::string& text) {
    const auto problems = check_functions({"sim/a.cpp", text});
    return problems.empty() ? "" : to_text(problems.front());
  };
  const std::string open = "namespace a {\nclass B {\n public:\n  B(int b);\n  int b_ = 0;\n};\n";
  CHECK(first(open + "int C::f(int x) const {\n" + lines(60) + "}\n}\n").empty());
  CHECK(contains(first(open + "int C::f(int x) const {\n" + lines(61) + "}\n}\n"),
                 "sim/a.cpp:7: C::f has 61 lines"));
  // A function after another one, and after braces in literals and comments.
  CHECK(contains(first("void f() { return; }  // {\nchar c = '{';\nauto s = R\"({)\";\nvoid g() {\n" +
                       lines(61) + "}\n"),
                 "sim/a.cpp:4: g has 61 lines"));
  // In a class, with initializers of members.
  CHECK(contains(first("struct A {\n  A(int b) : b_{b}, c_(b) {\n" + lines(61) + "  }\n};\n"),
                 "sim/a.cpp:2: A has 61 lines"));
  // Blocks and lambdas are parts of their function.
  CHECK(contains(
      first("void f() {\n  each([&] {\n" + lines(31) + "  });\n  if (x) {\n" + lines(30) + "  }\n}\n"),
      "sim/a.cpp:1: f has 65 lines"));
  // Types, namespaces and tables may have any number of lines.
  CHECK(first("struct A {\n" + lines(61) + "};\nconstexpr Row kRows[] = {\n" + lines(61) +
              "};\nconstexpr auto kWords = to_array({\n" + lines(61) + "});\n")
            .empty());
  CHECK(check_functions({"tests/a.cpp", "void f() {\n" + lines(61) + "}\n"}).empty());
}

TEST_CASE("style: a test name that looks like an option is a problem") {
  // Written in halves, so that this file passes its own check.
  const auto named = [](const std::string& name) { return "TEST_" + ("CASE(\"" + name) + "\") {}\n"; };
  CHECK(
      contains(first_problem("tests/a_test.cpp", named("--jobs: is read")), "tests/a_test.cpp:1: begin the"));
  CHECK(contains(first_problem("tests/a_test.cpp", named("")), "tests/a_test.cpp:1: begin the"));
  CHECK(first_problem("tests/a_test.cpp", named("run --jobs: is read")).empty());
}

TEST_CASE("style: a scenario without a description is a problem") {
  CHECK(contains(first_problem("fixtures/scenarios/a.yaml", "runtime: net10\n"),
                 "a.yaml:1: begin with a comment"));
  CHECK(first_problem("fixtures/scenarios/a.yaml", "scenario: a\n").empty());
}

TEST_CASE("style: recordings and generated files are not checked") {
  CHECK_FALSE(is_checked("fixtures/traces/net10/workload.jsonl"));
  CHECK_FALSE(is_checked("harness/abi/iids_generated.cpp"));
  CHECK_FALSE(is_checked("fixtures/profilers/x.so"));
  CHECK(is_checked("scripts/demo"));
  CHECK(is_checked(".ci/run"));
  CHECK(is_checked("harness/abi/CMakeLists.txt"));
}

}  // namespace gcrucible::tidy
