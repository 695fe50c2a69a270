// Info calls of the profiler that a scenario makes fail.
#include <string>

#include "harness/program/failing_info.h"
#include "harness/scenario/scenario.h"
#include "harness/scenario/write/scenario_writer.h"
#include "tests/support/catch.h"
#include "tests/support/error_in.h"

namespace gcrucible::scenario {
namespace {

Expected<Scenario> read(const std::string& failing) {
  return parse("scenario: failures\nfailing-calls:\n" + failing + "steps:\n  - collect: 0\n", "fails.yaml");
}

}  // namespace

TEST_CASE("failing calls: a failing call is read and written back with its answer") {
  const Expected<Scenario> loaded = read("  - {call: GetClassIDInfo2, which: 3}\n  - {call: CreateHandle}\n");
  INFO(tests::error_in(loaded));
  REQUIRE(loaded);
  const program::Program& program = loaded->program;
  REQUIRE(program.failing.size() == 2);
  CHECK(program.failing[0] ==
        program::InfoFailure{.slot = 41, .which = 3, .answer = program::kDataIncomplete});
  CHECK(program.failing[1] ==
        program::InfoFailure{.slot = 108, .which = program::kNothing, .answer = program::kOutOfMemory});
  const Expected<std::string> written = write(program, {.title = "failures"});
  INFO(tests::error_in(written));
  REQUIRE(written);
  const Expected<Scenario> again = parse(*written, "again.yaml");
  REQUIRE(again);
  CHECK(again->program.failing == program.failing);
}

TEST_CASE("failing calls: a method that never fails is refused") {
  const auto refuses = [](const std::string& failing, const std::string& part) {
    const Expected<Scenario> loaded = read(failing);
    INFO(tests::error_in(loaded));
    CHECK(loaded.error().find(part) != std::string::npos);
  };
  refuses("  - {call: GetClassFromObject}\n", "is no method whose right calls may fail");
  refuses("  - {call: GetClassIDInfo3}\n", "GetClassIDInfo2");
}

}  // namespace gcrucible::scenario
