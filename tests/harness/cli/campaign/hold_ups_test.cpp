// Callbacks that delay a collection are reported as advice: measured by the clock and described in words.
#include <string>
#include <vector>

#include "tests/harness/cli/command.h"
#include "tests/harness/cli/misbehaving.h"
#include "tests/support/places.h"

namespace gcrucible::tests {
namespace {

Called careless(const std::string& way, const std::vector<std::string>& more = {}) {
  std::vector<std::string> words{"run",        kScenarios + "ten-objects-move.yaml",
                                 "--profiler", kCareless,
                                 "--clsid",    kCarelessClsid,
                                 "--env",      "CLI_TEST_CARELESS=" + way};
  words.insert(words.end(), more.begin(), more.end());
  return call(words, {"COLUMNS=400"});
}

}  // namespace

TEST_CASE("hold-ups: a slow callback is reported with its duration and is not a finding") {
  for (const std::vector<std::string>& more : {std::vector<std::string>{}, {"--strict"}}) {
    const Called run = careless("sleep in MovedReferences2", more);
    INFO(run.out << run.err);
    CHECK(run.status == 0);
    CHECK(contains(run.out, "advice: callbacks of the profiler hold up collections"));
    CHECK(contains(run.out, "MovedReferences2 (callback "));
    CHECK(contains(run.out, " of the run) held up collection 1 for about "));
  }
}

TEST_CASE("hold-ups: -q names the slow callback in one line") {
  const Called run = careless("sleep in MovedReferences2", {"-q"});
  INFO(run.out << run.err);
  CHECK(contains(run.out, "advice: MovedReferences2 holds up collections"));
}

TEST_CASE("hold-ups: concurrent threads -> the thread of the slow callback is named") {
  const Scratch scratch;
  // The worker runs first and sleeps in its callback. Main suspends the runtime meanwhile.
  const std::string scenario = scratch.write(
      "s.yaml",
      "scenario: one sleeps\nthreads: [main, worker]\nsteps:\n  - start-thread: worker\n  - together:\n"
      "      schedule: {switches: [[0, worker]]}\n      threads:\n        main: [{collect: 0}]\n"
      "        worker: [{allocate: {id: a, type: Object}}]\n");
  const Called run = call({"run", scenario, "--profiler", kCareless, "--clsid", kCarelessClsid, "--env",
                           "CLI_TEST_CARELESS=sleep in ObjectAllocated", "--env", "CLI_TEST_MASK=0x810180"},
                          {"COLUMNS=400"});
  INFO(run.out << run.err);
  CHECK(run.status == 0);
#ifndef GCRUCIBLE_SANITIZED
  CHECK(contains(run.out, "on thread \"worker\") held up collection 1 for about 0.9 s"));
#endif
}

}  // namespace gcrucible::tests
