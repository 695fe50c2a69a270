// Deliberately wrong reports that are not possible.
#include <string>
#include <vector>

#include "harness/scenario/scenario.h"
#include "tests/support/catch.h"
#include "tests/support/error_in.h"

namespace gcrucible::scenario {
namespace {

struct Case {
  std::string text;
  std::string message;
};

// A collection's report. Its first line is line 7 of the file. The body starts in column 16.
std::string report(const std::string& body) {
  return "scenario: bad\n"
         "types: {Node: {fields: {left: ref}}}\n"
         "threads: [main, worker]\n"
         "objects: [{id: a, type: Node}]\n"
         "roots: [a]\n"
         "steps:\n"
         "  - collect: {report: {" +
         body + "}}\n";
}

TEST_CASE("overrides: an unknown callback or entry or argument is an error") {
  const std::vector<Case> cases = {
      {report("calls: [omit: RootReference]"),
       "\"RootReference\" is no callback; did you mean \"RootReferences\"?"},
      {report("calls: [omit: GetReJITParameters]"),
       "\"GetReJITParameters\" has arguments that a scenario cannot give"},
      {report("calls: [{omit: RootReferences, twice: RootReferences}]"), "2 keys, where exactly one belongs"},
      {report("calls: [with: {call: ObjectReferences, clas: Node}]"),
       "ObjectReferences has no \"clas\"; did you mean \"class\"?"},
      {report("calls: [with: {call: Shutdown, object: a}]"),
       "Shutdown has no \"object\"; it has no arguments"},
      {report("calls: [with: {call: ObjectReferences, object: b}]"), "there is no object \"b\""},
      {report("calls: [with: {call: ObjectReferences, class: Nood}]"),
       "there is no type \"Nood\"; did you mean \"Node\"?"},
      {report("calls: [with: {call: ObjectReferences, refs: a}]"), "refs takes a list of entries"},
      {report("calls: [with: {call: MovedReferences2, ranges: [[a, 8]]}]"),
       "an entry of ranges has 3 values, not 2"},
      {report("calls: [with: {call: RuntimeSuspendStarted, reason: soon}]"),
       "\"soon\" is not a value for this argument; write a number, null, or `+8` to change the reported "
       "value"},
      {report("calls: [by: {call: ObjectReferences, thread: nobody}]"), "there is no thread \"nobody\""},
      {report("calls: [claim: {call: Shutdown, count: 3}]"), "\"Shutdown\" has no array"},
      {report("calls: [after: {call: Shutdown}]"), "the key \"place\" is missing"},
      {report("say: [{call: ObjectAllocated, object: a}]"),
       "a callback with no place, or with two; write `before: NAME` or `after: NAME`"},
      {report("entries: [{in: rots, drop: 1}]"), "\"rots\" is not known here; did you mean \"roots\"?"},
      {report("entries: [{in: roots}]"),
       "no change; say `drop`, `repeat`, `add`, `change` or `old-addresses`"},
      {report("entries: [{in: roots, drop: 1, repeat: 2}]"), "two changes in one; write two items"},
      {report("entries: [{in: dependent-handles, drop: 1, variant: older}]"),
       "only roots are reported by two callbacks"},
      {report("entries: [{in: roots, add: {object: a, flags: pined}}]"),
       "\"pined\" is no flag of a root; known are pinning, weak, interior, ref-counted"},
      {report("entries: [{in: roots, add: {id: Main}}]"), "there is no function \"Main\""},
      {report("entries: [{in: roots, change: {flags: 1}}]"), "the key \"entry\" is missing"},
      {report("") + "  - ask: {call: GetEventMask, answer: {hr: E_FAIL0}}\n", "\"E_FAIL0\" is no HRESULT"},
      {report("") + "  - ask: {call: GetEventMask, answer: {out: [any]}}\n",
       "nothing that can be answered; write a value, null or `same`"},
      {report("") + "  - say: {call: Shutdown, place: 1}\n", "Shutdown has no \"place\""},
      {report("") + "report: {calls: [omit: Nothing]}\n", "\"Nothing\" is no callback"},
  };
  for (const Case& each : cases) {
    const Expected<Scenario> loaded = parse(each.text, "bad.yaml");
    INFO("text:\n" << each.text << "\nexpected: " << each.message << "\ngot:\n" << tests::error_in(loaded));
    CHECK_FALSE(loaded.has_value());
    CHECK(loaded.error().find(": error: " + each.message) != std::string::npos);
  }
}

TEST_CASE("overrides: overridden calls are read as written") {
  const Expected<Scenario> loaded =
      parse(report("calls: [with: {call: ObjectReferences, which: all, refs: [a, +8, -8, null, 16]}], "
                   "say: [{call: ThreadCreated, thread: worker, by: collector, after: RootReferences, "
                   "which: 2}]"),
            "good.yaml");
  INFO(tests::error_in(loaded));
  REQUIRE(loaded.has_value());
  const auto& overrides = std::get<program::Collect>(loaded->program.steps.back().action).reporting.overrides;
  using Kind = program::Said::Kind;
  REQUIRE(overrides.calls.size() == 1);
  CHECK(overrides.calls[0].call == program::CallPlace{52, program::kNothing});
  const std::vector<program::Said> refs = {{Kind::kObject, 0, ""},
                                           {Kind::kChange, 8, ""},
                                           {Kind::kChange, 0 - std::uint64_t{8}, ""},
                                           {Kind::kNumber, 0, ""},
                                           {Kind::kNumber, 16, ""}};
  REQUIRE(overrides.calls[0].arguments.size() == 1);
  CHECK(overrides.calls[0].arguments[0] == program::SaidArgument{2, refs});
  REQUIRE(overrides.said.size() == 1);
  CHECK(overrides.said[0].elsewhere);
  CHECK(overrides.said[0].thread == program::kNothing);
  CHECK(overrides.said[0].place == program::CallPlace{53, 2});
  CHECK(overrides.said[0].arguments == std::vector<program::SaidArgument>{{0, {{Kind::kThread, 1, ""}}}});
}

}  // namespace
}  // namespace gcrucible::scenario
