// Steps that threads may make while exceptions are in flight.
#include "harness/program/steps/thread_steps.h"

#include <string>
#include <vector>

#include "harness/program/validate/validate.h"
#include "tests/support/catch.h"

namespace gcrucible::program {
namespace {

std::string problem_of(std::vector<Action> actions, bool always_safe = false) {
  Program program;
  program.runtime.name = "net10";
  program.runtime.always_safe_to_block = always_safe;
  program.threads = {{"main"}, {"worker"}};
  TypeSpec node;
  node.name = "Node";
  program.types = {node};
  program.functions = {{"Main", kNothing}, {"Work", kNothing}};
  program.steps.push_back({Allocate{}, 1, 3});
  program.steps.push_back({StartThread{.thread = 1}, 2, 3});
  std::uint32_t line = 3;
  for (Action& action : actions) program.steps.push_back({std::move(action), line++, 3});
  const std::vector<Problem> problems = validate(program);
  return problems.empty() ? std::string() : to_string(problems.front());
}

Throw thrown(std::uint32_t thread, std::vector<std::uint32_t> finally) {
  Throw step;
  step.thread = thread;
  step.frames = {1};
  step.catcher = 0;
  step.finally = std::move(finally);
  return step;
}

Action allocation(std::uint32_t thread) {
  Allocate step;
  step.thread = thread;
  return step;
}

TEST_CASE("validate: a thread with an open exception runs only filters and finally blocks") {
  const Action busy = thrown(1, {1}), still = thrown(1, {});
  const Action caught = CatchThrown{.thread = 1};
  CHECK(problem_of({busy, allocation(1), busy, caught, caught}).empty());
  CHECK(problem_of({still, allocation(0), Collect{}, caught}).empty());
  CHECK(problem_of({still, allocation(1), caught}) ==
        "line 4: thread \"worker\" runs no code until its exception is caught; put `catch` before this step, "
        "give the "
        "`throw` a function with a filter or a finally block, or let another thread do it");
  CHECK(problem_of({caught}) ==
        "line 3: no exception is under way on thread \"worker\"; put `throw` before this step");
  CHECK(problem_of({busy, busy, caught}) ==
        "line 3: this exception is never caught; put `catch` with its thread after this step");
  CHECK(problem_of({busy, EndThread{.thread = 1}}) ==
        "line 4: thread \"worker\" ends with an exception under way; put `catch` before this step");
  CHECK(problem_of({busy, ShutDown{}, caught}) ==
        "line 4: the process ends with an exception under way; put `catch` before this step");
}

TEST_CASE("validate: a throw or compile of something missing is a problem") {
  Throw stranger = thrown(0, {});
  stranger.frames = {};
  stranger.filters = {1};
  CHECK(problem_of({stranger, CatchThrown{}}) ==
        "line 3: function Work has a filter or a finally block and is not in the stack; name it under "
        "`frames` too");
  Throw nowhere = thrown(0, {0});
  nowhere.catcher = 9;
  CHECK(problem_of({nowhere}) == "line 3: function 9 does not exist");
  Throw uncaught = thrown(0, {1});
  uncaught.catcher = std::nullopt;
  CHECK(problem_of({uncaught, CatchThrown{}}).empty());
  uncaught.frames = {};
  uncaught.finally = {};
  CHECK(problem_of({uncaught, CatchThrown{}}) ==
        "line 3: an uncaught exception needs a function that throws it; name it under `frames`, or the "
        "function that catches under `catcher`");
  Throw nothing = thrown(0, {0});
  nothing.object = 7;
  CHECK(problem_of({nothing, CatchThrown{}}) == "line 3: object 7 is used before it is allocated");
  Compile compile;
  CHECK(problem_of({compile}).empty());
  compile.safe_to_block = false;
  CHECK(problem_of({compile}).empty());
  CHECK(problem_of({compile}, true) ==
        "line 3: runtime net10 always reports TRUE when it compiles; leave `safe-to-block` out, or write "
        "`runtime: documented`");
  compile.function = 5;
  CHECK(problem_of({compile}) == "line 3: function 5 does not exist");
}

TEST_CASE("validate: an exception may leave only the innermost finally block") {
  const Throw busy = thrown(1, {1});
  Throw leaving = thrown(1, {});
  leaving.replaces = true;
  const Action caught = CatchThrown{.thread = 1};
  // One catch is enough for both exceptions, and for any number.
  CHECK(problem_of({busy, leaving, caught}).empty());
  CHECK(problem_of({busy, leaving, caught, caught}) ==
        "line 6: no exception is under way on thread \"worker\"; put `throw` before this step");
  const Throw of_main = thrown(1, {0});
  Throw again = leaving;
  again.finally = {0};
  Throw last = leaving;
  last.frames = {};
  CHECK(problem_of({busy, again, last, caught}).empty());
  CHECK(problem_of({of_main, last, caught}).empty());
  CHECK(
      problem_of({busy, last, caught}) ==
      "line 4: the exception leaves the finally block of Work, and does not come through it and its callers; "
      "name them under `frames`, in that order");
  CHECK(
      problem_of({leaving, caught}) ==
      "line 3: thread \"worker\" is in no finally block that this exception could leave; put a `throw` with "
      "`finally` and without `filters` before it");
  Throw filtered = busy;
  filtered.filters = {0};
  CHECK(problem_of({filtered, leaving, caught})
            .starts_with("line 4: thread \"worker\" is in no finally block"));
  Throw inside = leaving;
  inside.finally = {1};
  CHECK(problem_of({busy, inside, caught}) ==
        "line 4: the finally block of Work is the one that the exception leaves; take the function out of "
        "`finally`");
  Throw uncaught = leaving;
  uncaught.catcher.reset();
  CHECK(problem_of({busy, uncaught, caught}) ==
        "line 4: an exception that leaves a finally block is caught here; name its `catcher`");
  CHECK(problem_of({busy, busy, leaving, caught}) ==
        "line 3: this exception is never caught; put `catch` with its thread after this step");
}

TEST_CASE("validate: a provisional collection follows only a swept one of generation 1") {
  Collect young;
  young.condemned = Generation::k1;
  young.mode[0] = young.mode[1] = Mode::kSweep;
  Collect full;
  full.induced = false;
  full.provisional = true;
  CHECK(problem_of({young, full}).empty());
  CHECK(problem_of({young, full, young, full}).empty());
  const std::string from =
      "a provisional collection goes on from a swept one of generation 1; write `collect: {generation: 1, "
      "sweep: [0, 1]}` as the step before";
  CHECK(problem_of({full}) == "line 3: " + from);
  CHECK(problem_of({young, full, full}) == "line 5: " + from);
  CHECK(problem_of({young, allocation(0), full}) == "line 5: " + from);
  Collect moving = young;
  moving.mode[1] = Mode::kCompact;
  CHECK(problem_of({moving, full}) == "line 4: " + from);
  Collect asked = full;
  asked.induced = true;
  CHECK(problem_of({young, asked}) ==
        "line 4: a provisional collection is a full one that is not induced; write `generation: 2, reason: "
        "other`");
  Collect elsewhere = full;
  elsewhere.thread = 1;
  CHECK(
      problem_of({young, elsewhere}) ==
      "line 4: a provisional collection is on the thread of the one before; leave `thread` out, or write the "
      "same");
  Collect stopped = full;
  stopped.reporting.suspension.aborted = 1;
  CHECK(problem_of({young, stopped}) ==
        "line 4: a provisional collection has no suspension of its own; set how threads stop in the one "
        "before");
  Collect attached = young;
  attached.attach.emplace();
  CHECK(problem_of({attached, full}) ==
        "line 4: the profiler cannot attach inside a collection that goes on as a provisional one; attach "
        "before it");
}

TEST_CASE("validate: an unannounced object that is sampled is a problem") {
  Allocate step;
  step.announced = false;
  step.sampled = true;
  CHECK(problem_of({step}) == "line 3: an object that is not announced is sampled");
}

TEST_CASE("validate: a thread returns only from what it has called") {
  const Action call = Call{.thread = 1, .functions = {0, 1}};
  CHECK(problem_of({call, Return{.thread = 1, .times = 2}}).empty());
  CHECK(problem_of({call, Return{.thread = 1, .times = 3}}) ==
        "line 4: thread \"worker\" is in 2 functions that can return; `call` one before this step, or return "
        "fewer times");
  CHECK(problem_of({call, Return{}}) ==
        "line 4: thread \"main\" is in no function that can return; `call` one before this step, or return "
        "later");
  const Action busy = thrown(1, {1}), caught = CatchThrown{.thread = 1};
  CHECK(problem_of({call, busy, Return{.thread = 1}, caught}) ==
        "line 5: thread \"worker\" is in no function that can return before its exception is caught; `call` "
        "one "
        "before this step, or return later");
  CHECK(problem_of({call, busy, call, Return{.thread = 1}, caught, Return{.thread = 1}}).empty());
  CHECK(problem_of({Call{.functions = {0}, .tail = true}}) ==
        "line 3: thread \"main\" is in no function that a tail call could leave; `call` one before, or leave "
        "`tail` out");
}

TEST_CASE("validate: a call needs functions that exist and a stack that has room") {
  CHECK(problem_of({Call{}}) == "line 3: a call of no function");
  CHECK(problem_of({Call{.functions = {0}, .times = 0}}) == "line 3: a call of no function");
  CHECK(problem_of({Call{.functions = {7}}}) == "line 3: function 7 does not exist");
  CHECK(problem_of({Call{.functions = {kNothing, 1}}}).empty());
  CHECK(problem_of({Call{.functions = {0, 1}, .times = 50'000}}).empty());
  CHECK(problem_of({Call{.functions = {0}}, Call{.functions = {0, 1}, .times = 50'000}}) ==
        "line 4: the stack of thread \"main\" has more than 100000 frames; call fewer functions, or let some "
        "return before");
  Allocate earlier;
  earlier.announced = false;
  earlier.frames = {0};
  CHECK(
      problem_of({earlier}) ==
      "line 3: an object that was there before the profiler has no stack; leave `announced` or the functions "
      "of `at` out");
}

}  // namespace
}  // namespace gcrucible::program
