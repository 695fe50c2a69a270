// The catalogue as text for people: the list, and one rule in full.
#include "harness/report/text/rules/rule_text.h"

#include <string>
#include <string_view>

#include "tests/harness/report/reported.h"
#include "tests/support/catch.h"
#include "tests/support/contains.h"

namespace gcrucible::tests {
TEST_CASE("rule list: it shows what is checked and the share of checked rules") {
  const std::string list = report::rule_list(rules::select("threads/*"), kStyle);
  CHECK(contains(list, "threads/little-stack             not checkable  A callback may be made"));
  CHECK(contains(list, "8 runtime rules: "));
  CHECK(contains(list, ", 1 not checkable"));
  CHECK(contains(report::rule_list(rules::select("moved/mapping"), kStyle),
                 "1 runtime rule: 1 checked (100.0 %)\n"));
  const std::string answers = report::rule_list(rules::select("info/*"), kStyle);
  CHECK(contains(answers,
                 "\nbroken by no scenario (docs/rules/coverage.md says why): info/answers-at-start, "));
  CHECK(
      contains(answers, "\nkept by no scenario (docs/rules/coverage.md says why): info/answers-at-start, "));
}

TEST_CASE("rule text: one rule shows its limits and scenarios and example code") {
  const std::string permission =
      report::rule_text(*rules::find_rule("ranges/both-families-when-mixed"), kStyle);
  CHECK(contains(permission, "\n  kind       a permission; only its limits are judged\n"));
  CHECK(contains(permission, "\n  runtimes   not for net10: "));
  CHECK(contains(permission,
                 "\n  smallest   fixtures/scenarios/gc/compacts-one-generation-and-sweeps-another.yaml\n"));
  CHECK(contains(permission, "\n  wrong\n    HRESULT MovedReferences2("));
  const std::string code =
      report::rule_text(*rules::find_rule("object-ids/no-inspection-in-reports"), kStyle);
  CHECK(contains(code, "\n  wrong\n    HRESULT ObjectReferences("));
  CHECK(contains(code, "\n  right\n    HRESULT ObjectReferences("));
  CHECK(contains(code, "\n      told_.push_back(object);\n"));
  const std::string tracked = report::rule_text(*rules::find_rule("object-ids/no-interior-pointers"), kStyle);
  CHECK(
      contains(tracked,
               "\n  play       gcrucible run fixtures/scenarios/allocation/each-new-object-is-announced.yaml "
               "--profiler libgcrucible_lifetime.so --clsid "));
  const std::string elsewhere = report::rule_text(
      *rules::find_rule("object-ids/no-interior-pointers"), kStyle,
      {.program = "/opt/g/bin/gcrucible", .libraries = "/opt/g/bin", .sources = "/it's here"});
  CHECK(contains(elsewhere,
                 "\n  play       /opt/g/bin/gcrucible run "
                 "'/it'\\''s here/fixtures/scenarios/allocation/each-new-object-is-announced.yaml' "
                 "--profiler /opt/g/bin/libgcrucible_lifetime.so --clsid '{"));
  CHECK(contains(report::rule_text(*rules::find_rule("object-ids/no-interior-pointers"), kStyle,
                                   {.libraries = "/opt/g/bin", .sources = {}, .tracker = "faulty"}),
                 "--profiler /opt/g/bin/libgcrucible_faulty.so --clsid '{"));
  CHECK(contains(elsewhere, "\n  broken by  /opt/g/bin/gcrucible test --profiler /opt/g/bin/libgcrucible_f"));
  CHECK(contains(permission, "\n  play       gcrucible run fixtures/scenarios/gc/compacts-one-generation-"));
  CHECK(contains(
      tracked,
      " --env GCRUCIBLE_FAULT=asks-interior --only object-ids/no-interior-pointers --stop-after 1 --forget"));
  CHECK(contains(report::rule_text(*rules::find_rule("ranges/exact-first"), kStyle),
                 "\n  broken in  fixtures/scenarios/broken/ranges/exact-first.yaml\n"
                 "  play       gcrucible run fixtures/scenarios/broken/ranges/exact-first.yaml\n"));
  CHECK(contains(report::rule_text(*rules::find_rule("info/answers-at-start"), kStyle),
                 "\n  broken in  no scenario: "));
  CHECK_FALSE(contains(tracked, "\n  broken in "));
  CHECK(contains(report::rule_text(*rules::find_rule("blocking/who-may-suspend"), kStyle),
                 "\n  smallest   none: neither of our profilers calls DoStackSnapshot\n"));
  CHECK(contains(report::rule_text(*rules::find_rule("threads/little-stack"), kStyle),
                 "\n  checker    none can be: A trace does not show how much stack is left"));
}

TEST_CASE("rule text: callback code without a lock says that locks are left out") {
  const auto says_so = [](std::string_view rule) {
    return contains(report::rule_text(*rules::find_rule(rule), kStyle), "\n  locks      omitted here ");
  };
  CHECK(says_so("bracket/condemned-generations"));
  CHECK_FALSE(says_so("blocking/thread-safe"));
  CHECK_FALSE(says_so("handles/every-handle"));
  CHECK_FALSE(says_so("objects/alignment"));  // no callback
}

}  // namespace gcrucible::tests
