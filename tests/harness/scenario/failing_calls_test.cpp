// Info calls of the profiler that a scenario makes fail.
#include <string>

#include "harness/program/failing_info.h"
#include "harness/scenario/scenario.h"
#include "harness/scenario/write/scenario_writer.h"
#include "tests/support/catch.h"

namespace gcrucible::scenario {
namespace {

Loaded read(const std::string& failing) {
  return parse("scenario: failures\nfailing-calls:\n" + failing + "steps:\n  - collect: 0\n", "fails.yaml");
}

}  // namespace

TEST_CASE("failing calls: a failing call is read and written back with its answer") {
  const Loaded loaded = read("  - {call: GetClassIDInfo2, which: 3}\n  - {call: CreateHandle}\n");
  INFO(loaded.errors);
  REQUIRE(loaded.scenario);
  const program::Program& program = loaded.scenario->program;
  REQUIRE(program.failing.size() == 2);
  CHECK(program.failing[0] ==
        program::InfoFailure{.slot = 41, .which = 3, .answer = program::kDataIncomplete});
  CHECK(program.failing[1] ==
        program::InfoFailure{.slot = 108, .which = program::kNothing, .answer = program::kOutOfMemory});
  const Written written = write(program, {.title = "failures"});
  INFO(written.why_not);
  REQUIRE(written.text);
  const Loaded again = parse(*written.text, "again.yaml");
  REQUIRE(again.scenario);
  CHECK(again.scenario->program.failing == program.failing);
}

TEST_CASE("failing calls: a method that never fails is refused") {
  const auto refuses = [](const std::string& failing, const std::string& part) {
    const Loaded loaded = read(failing);
    INFO(loaded.errors);
    CHECK(loaded.errors.find(part) != std::string::npos);
  };
  refuses("  - {call: GetClassFromObject}\n", "is no method whose right calls may fail");
  refuses("  - {call: GetClassIDInfo3}\n", "GetClassIDInfo2");
}

}  // namespace gcrucible::scenario
