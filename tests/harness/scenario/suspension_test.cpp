// The course of a suspension: reading, writing, and refused values.
#include <string>
#include <variant>
#include <vector>

#include "harness/scenario/scenario.h"
#include "harness/scenario/write/scenario_writer.h"
#include "tests/support/catch.h"
#include "tests/support/error_in.h"

namespace gcrucible::scenario {
namespace {

using program::Stop;

// The step is line 5 of the file.
std::string with(const std::string& step) {
  return "scenario: Suspensions\n"
         "threads: [main, worker, third, idle]\n"
         "steps:\n"
         "  - start-thread: [worker, third]\n"
         "  - " +
         step + "\n";
}

TEST_CASE("suspend: how a suspension goes is read and written back") {
  const std::string keys = "aborted: 2, threads: {main: late, third: never}, resumed-by: third";
  const program::Suspending expected{
      .aborted = 2, .threads = {{0, Stop::kLate}, {2, Stop::kNever}}, .resumed_by = 2};
  const Expected<Scenario> step =
      parse(with("suspend: {reason: rejit, thread: worker, liberties: 7, " + keys + "}"), "s");
  REQUIRE(step);
  const auto& suspend = std::get<program::Suspend>(step->program.steps.back().action);
  CHECK(suspend.reason == 8);
  CHECK(suspend.thread == 1);
  CHECK(suspend.liberties == 7u);
  CHECK(suspend.suspension == expected);
  const Expected<Scenario> collection =
      parse(with("collect: {thread: worker, report: {suspension: {" + keys + "}}}"), "s");
  REQUIRE(collection);
  CHECK(std::get<program::Collect>(collection->program.steps.back().action).reporting.suspension == expected);
  for (const Expected<Scenario>* const each : {&step, &collection}) {
    const Expected<std::string> written = write((*each)->program, {.title = "Again"});
    REQUIRE(written);
    const Expected<Scenario> again = parse(*written, "again");
    INFO(*written);
    REQUIRE(again);
    CHECK(again->program.steps.back().action == (*each)->program.steps.back().action);
  }
}

TEST_CASE("suspend: an impossible suspension is an error at its place") {
  struct Case {
    std::string step, message;
  };
  const std::vector<Case> cases = {
      {"suspend: {reason: rejit, thread: worker, threads: {worker: stopped}}",
       "thread worker suspends the runtime, and always reports itself"},
      {"collect: {report: {suspension: {threads: {main: late}}}}",
       "thread main suspends the runtime, and always reports itself"},
      {"suspend: {reason: rejit, threads: {idle: late}}", "thread \"idle\" is not started"},
      {"suspend: {reason: rejit, threads: {nobody: late}}", "there is no thread \"nobody\""},
      {"suspend: {reason: rejit, threads: {worker: slow}}", "\"slow\" is not known here"},
      {"suspend: {reason: rejit, threads: {worker: stopped}, resumed-by: worker}",
       "thread worker is stopped and cannot resume the runtime"},
      {"suspend: {reason: rejit, aborted: 65}", "\"65\" is too big"},
      {"suspend: {aborted: 1}", "the key \"reason\" is missing"},
  };
  for (const Case& each : cases) {
    const Expected<Scenario> loaded = parse(with(each.step), "s");
    INFO(each.step);
    CHECK_FALSE(loaded);
    INFO(tests::error_in(loaded));
    CHECK(loaded.error().find(each.message) != std::string::npos);
    CHECK(loaded.error().starts_with("s:5:"));
  }
}

}  // namespace
}  // namespace gcrucible::scenario
