// Rules that a scenario means to break.
#include <string>
#include <vector>

#include "harness/scenario/expectation_check.h"
#include "tests/support/catch.h"

namespace gcrucible::scenario {
namespace {

TEST_CASE("rules that must be broken") {
  const Loaded loaded = parse(
      "scenario: breaks\nsteps:\n  - collect:\n      expect:\n        breaks: [moved/half-open-range]\n"
      "expect: {breaks: [gc/started]}\n",
      "s.yaml");
  INFO(loaded.errors);
  REQUIRE(loaded.scenario.has_value());
  const std::vector<std::string> broken = {"gc/started", "roots/other"};
  const auto findings = check_breaks(*loaded.scenario, broken);
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].text() ==
        "s.yaml:5:18: expected the rule moved/half-open-range to be broken, but it was not");
  CHECK(is_expected(loaded.scenario->expect, "gc/started"));
  CHECK_FALSE(is_expected(loaded.scenario->expect, "roots/other"));
}

}  // namespace
}  // namespace gcrucible::scenario
