// Rules that a scenario violates on purpose.
#include <string>
#include <vector>

#include "harness/scenario/expect/expectation_check.h"
#include "harness/trace/read/reader.h"
#include "tests/support/catch.h"
#include "tests/support/error_in.h"

namespace gcrucible::scenario {
namespace {

TEST_CASE("breaks: an expected rule that is kept or not judged fails") {
  const Expected<Scenario> loaded = parse(
      "scenario: breaks\nsteps:\n  - collect:\n      expect:\n        breaks: [moved/half-open-range]\n"
      "expect: {breaks: [gc/started]}\n",
      "s.yaml");
  INFO(tests::error_in(loaded));
  REQUIRE(loaded.has_value());
  const auto check_with = [&](const std::string& header, std::vector<JudgedRule> rules) {
    ExpectationCheck check(*loaded);
    trace::Reader reader = trace::Reader::of_text("trace", header);
    trace::Line line;
    while (reader.next(line) == trace::Reader::Step::kLine) check.on(line.event());
    check.judged(std::move(rules));
    std::string text;
    for (const ExpectationFinding& finding : check.finish()) {
      if (finding.text().find("this collection") == std::string::npos) text += finding.text() + "\n";
    }
    for (const std::string& skipped : check.skipped_texts()) text += "skipped " + skipped + "\n";
    return text;
  };
  const std::string everything = R"({"gcrucible_trace":1,"event_mask":[4294967295,0],"callback_version":11})"
                                 "\n";
  const std::string nothing = R"({"gcrucible_trace":1,"event_mask":[0,0],"callback_version":11})"
                              "\n";
  const JudgedRule broken{"gc/started", true}, kept{"moved/half-open-range", false},
      unjudged{"moved/half-open-range", false, "needs a moved range"}, other{"roots/other", true};
  CHECK(check_with(everything, {broken, kept, other}) ==
        "s.yaml:5:18: expected the rule moved/half-open-range to be broken, but it was not\n");
  CHECK(check_with(everything, {broken, unjudged}) ==
        "s.yaml:5:18: expected the rule moved/half-open-range to be broken, but it could not be judged: it "
        "needs a moved range\n");
  CHECK(check_with(nothing, {broken, unjudged}) ==
        "skipped 1 expectation: the profiler's event mask 0x0 keeps away the callbacks that would break "
        "these rules (line 5 of the scenario)\n");
  CHECK(is_expected(loaded->expect, "gc/started"));
  CHECK_FALSE(is_expected(loaded->expect, "roots/other"));
}

}  // namespace
}  // namespace gcrucible::scenario
