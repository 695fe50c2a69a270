// Empty values are reported at the key where the value is missing.
#include <string>

#include "harness/scenario/scenario.h"
#include "tests/support/catch.h"
#include "tests/support/error_in.h"

namespace gcrucible::scenario {
namespace {

std::string errors_of(const std::string& text) {
  return tests::error_in(parse(text, "s.yaml"));
}

void check(const std::string& text, const std::string& message) {
  const std::string got = errors_of(text);
  INFO(text << "\nwanted: " << message << "\ngot:\n" << got);
  CHECK(got.find(message) != std::string::npos);
}

const std::string kNode = "scenario: x\ntypes: {Node: {fields: {next: ref}}}\n";

}  // namespace

TEST_CASE("parse: a key without a value is an error at the key") {
  check("scenario: x\nsteps:\nthreads: [m]\n", "s.yaml:2:1: error: expected a list");
  check("scenario: x\nheap:\nsteps: [{collect: 0}]\n", "s.yaml:2:1: error: expected a map");
  check(kNode + "steps:\n  - allocate:\n  - collect: 0\n", "s.yaml:4:5: error: expected a map");
}

TEST_CASE("parse: an empty title or one of several lines is an error") {
  const std::string rest = "\nsteps: [{collect: 0}]\n";
  check("scenario: \"\"" + rest, "s.yaml:1:11: error: an empty title");
  check("scenario: \" \"" + rest, "an empty title");
  check("scenario: \"two\\nlines\"" + rest, "s.yaml:1:11: error: a title of several lines");
  CHECK(errors_of("scenario: |\n  one line\nsteps: [{collect: 0}]\n").empty());
}

TEST_CASE("ask: a missing or extra argument of a question is an error") {
  check(kNode + "steps:\n  - ask: {call: GetObjectSize}\n",
        "s.yaml:4:10: error: \"GetObjectSize\" needs `object:`; add `object:` with the name of an object");
  check(kNode + "steps:\n  - ask: {call: GetThreadInfo}\n",
        "s.yaml:4:10: error: \"GetThreadInfo\" needs `thread:` or `number:`; add `thread:` with the name of "
        "a thread");
  check(kNode + "steps:\n  - ask: {call: SetEventMask, text: x}\n",
        "s.yaml:4:10: error: \"SetEventMask\" needs `number:`; add `number:` with a number");
  check(kNode + "steps:\n  - ask: {call: GetClassLayout, type: Node, text: x}\n",
        "s.yaml:4:51: error: \"GetClassLayout\" takes no `text:`; remove it; it takes `type:`, `number:`");
  check(
      kNode + "steps:\n  - ask: {call: GetEventMask, number: 1}\n",
      "s.yaml:4:39: error: \"GetEventMask\" takes no `number:`; remove it; the method has no such argument");
  CHECK(errors_of(kNode + "steps:\n  - ask: {call: GetEventMask}\n").empty());
}

TEST_CASE("overrides: a callback before or after itself is an error") {
  const auto with = [](const std::string& edit) {
    return kNode + "steps:\n  - collect: {generation: 0, report: {calls: [" + edit + "]}}\n";
  };
  check(with("before: {call: RootReferences, place: RootReferences}"),
        "\"RootReferences\" cannot come before or after itself");
  CHECK(errors_of(with("before: {call: ObjectReferences, which: 2, place: ObjectReferences, place-which: 1}"))
            .empty());
}

}  // namespace gcrucible::scenario
