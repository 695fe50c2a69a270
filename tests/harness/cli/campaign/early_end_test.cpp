// Profilers that end the process as if it had reached its own end.
#include "tests/harness/cli/command.h"
#include "tests/harness/cli/misbehaving.h"
#include "tests/support/places.h"

namespace gcrucible::tests {

TEST_CASE("death: a profiler that ends the process quietly on exit is found") {
  for (const char* const at : {" at destructor", " at unloading", " at Shutdown"}) {
    for (const char* const way : {"exit 0", "quietly", "quick", "exec", "hide a crash"}) {
      const std::string variable = std::string("CLI_TEST_DIE=") + way + at;
      const std::vector<std::string> subject{"--profiler", kDying, "--clsid", kDyingClsid, "--env", variable};
      std::vector<std::string> run{"run", kScenarios + "ten-objects-move.yaml"};
      std::vector<std::string> test{"test", "--cases", "1", "--no-shrink", "--forget"};
      for (std::vector<std::string>* const words : {&run, &test})
        words->insert(words->end(), subject.begin(), subject.end());
      const Called ran = call(run, {"COLUMNS=1000"});
      INFO(variable << '\n' << ran.out << ran.err);
      CHECK(ran.status == 3);
      CHECK(contains(ran.out, "THE PROFILER DIED: it ended the process (exit code 0)"));
      const Called tested = call(test, {"COLUMNS=1000"});
      INFO(tested.out << tested.err);
      CHECK(tested.status == 3);
      CHECK(contains(tested.out, "exit (no callback)") == (at != std::string(" at Shutdown")));
    }
  }
}

TEST_CASE("death: a fork whose copy returns from a callback is reported as a fork") {
  const std::vector<std::string> subject{"--profiler", kDying, "--clsid", kDyingClsid, "--env"};
  const auto played = [&](std::vector<std::string> words, const std::string& way) {
    words.insert(words.end(), subject.begin(), subject.end());
    words.push_back("CLI_TEST_DIE=" + way);
    return call(words, {"COLUMNS=1000"});
  };
  const std::vector<std::string> run{"run", kScenarios + "ten-objects-move.yaml"};
  const std::vector<std::string> test{"test", "--cases", "20", "--no-shrink", "--forget"};
  for (const std::string place : {"MovedReferences2", "Shutdown"}) {
    const Called ran = played(run, "fork and come back at " + place);
    INFO(place << '\n' << ran.out << ran.err);
    CHECK(ran.status == 3);
    CHECK(contains(ran.out, "THE PROFILER DIED: it forked, and the copy came back from the callback"));
    CHECK(contains(ran.out, "It was inside " + place));
    const Called tested = played(test, "fork and come back at " + place);
    INFO(tested.out << tested.err);
    CHECK(tested.status == 3);
    CHECK(contains(tested.out, "exit (" + place + ")"));
    CHECK(contains(tested.out, " 1 finding"));
    // A fork is allowed if the copy ends by itself.
    CHECK(played(run, "fork at " + place).status == 0);
  }
}

}  // namespace gcrucible::tests
