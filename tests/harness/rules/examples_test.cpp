// The code examples of the rules.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include "harness/rules/catalogue/rule.h"
#include "harness/rules/judge/coverage.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/skip.h"

namespace gcrucible::tests {

TEST_CASE("examples: every rule has wrong and right example code") {
  for (const rules::Rule& rule : rules::catalogue()) {
    INFO(rule.id);
    CHECK_FALSE(rule.wrong.empty());
    CHECK_FALSE(rule.right.empty());
    CHECK(rule.wrong != rule.right);
  }
}

TEST_CASE("examples: the example code of runtime rules compiles") {
  if (std::system("g++ --version >/dev/null 2>&1") != 0) GCRUCIBLE_SKIP("there is no g++ on the path");
  // The shared header is read once for all of them.
  std::string text = "#include \"tests/harness/rules/example_stand_ins.h\"\nnamespace gcrucible::abi {\n";
  std::set<std::string_view> seen;
  const auto add = [&](const rules::Rule& rule, std::string_view code, const char* which) {
    if (!seen.insert(code).second) return;
    text +=
        "namespace example" + std::to_string(seen.size()) + " {\nclass Profiler : public Shown {\n public:\n";
    text += "#line 1 \"" + std::string(rule.id) + " " + which + "\"\n" + std::string(code) + "};\n}\n";
  };
  for (const rules::Rule& rule : rules::catalogue()) {
    if (rule.breaker != rules::Breaker::kRuntime) continue;
    add(rule, rule.wrong, "wrong");
    add(rule, rule.right, "right");
  }
  text += "}\n";
  CHECK(seen.size() > 100);
  std::string folder = (std::filesystem::temp_directory_path() / "gcrucible-examples-XXXXXX").string();
  REQUIRE(mkdtemp(folder.data()) != nullptr);
  std::ofstream(folder + "/examples.cpp") << text;
  const std::string command = "g++ -std=c++20 -fsyntax-only -Wall -I '" + in_source("") + "' '" + folder +
                              "/examples.cpp' > '" + folder + "/out' 2>&1";
  const int status = std::system(command.c_str());
  std::ifstream out(folder + "/out");
  const std::string said{std::istreambuf_iterator<char>(out), {}};
  std::filesystem::remove_all(folder);
  INFO(said);
  CHECK(status == 0);
}

}  // namespace gcrucible::tests
