// docs/sources.md answers the founding documents with scenarios and rules. All of these must exist.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>

#include "harness/rules/catalogue/rule.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"

namespace gcrucible::tests {
namespace {

std::set<std::string> all_matches(const std::string& text, const std::regex& pattern) {
  std::set<std::string> found;
  for (auto each = std::sregex_iterator(text.begin(), text.end(), pattern); each != std::sregex_iterator();
       ++each) {
    found.insert((*each)[1]);
  }
  return found;
}

TEST_CASE("docs/sources.md: every named scenario and rule exists") {
  std::ifstream in(in_source("/docs/sources.md"), std::ios::binary);
  const std::string page(std::istreambuf_iterator<char>(in), {});
  const std::set<std::string> rules = all_matches(page, std::regex(R"(\*([a-z-]+/[a-z0-9-]+)\*)"));
  CHECK(rules.size() > 30);
  for (const std::string& id : rules) {
    INFO(id);
    CHECK(rules::find_rule(id) != nullptr);
  }
  // A path, or a name with at least two dashes: other texts in backquotes have one or none.
  const std::set<std::string> scenarios = all_matches(
      page,
      std::regex(
          "`((?:(?!docs/|tests/|harness/|fixtures/)[a-z-]+/)+[a-z0-9-]+|[a-z0-9]+(?:-[a-z0-9]+){2,})`"));
  CHECK(scenarios.size() > 30);
  for (const std::string& name : scenarios) {
    INFO(name);
    CHECK(std::filesystem::exists(in_source("/fixtures/scenarios/") + name + ".yaml"));
  }
}

}  // namespace
}  // namespace gcrucible::tests
