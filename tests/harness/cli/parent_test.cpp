// Profilers that end or stop the process that started them.
#include "tests/harness/cli/command.h"
#include "tests/harness/cli/misbehaving.h"
#include "tests/support/places.h"

namespace gcrucible::tests {
namespace {

const std::vector<std::string> kSubject{"--profiler", kDying, "--clsid", kDyingClsid};

Called dying(const std::string& command, const std::string& way, const std::vector<std::string>& more) {
  std::vector<std::string> words{command};
  words.insert(words.end(), kSubject.begin(), kSubject.end());
  words.insert(words.end(), {"--env", "CLI_TEST_DIE=" + way});
  words.insert(words.end(), more.begin(), more.end());
  return call(words, {"COLUMNS=1000"});
}

}  // namespace

TEST_CASE("parent: a profiler that kills or stops its parent process is found") {
  struct Case {
    const char* way;
    const char* cause;
    const char* reported;
  };
  for (const Case& each : {Case{"kill parent", "crash (SIGKILL in no callback)", "It ended the process"},
                           Case{"stop parent", "crash (SIGSTOP in no callback)", "It stopped the process"}}) {
    const Scratch scratch;
    const auto campaign = [&] {
      return dying("test", each.way,
                   {"--findings", scratch.path("found"), "--cases", "12", "--timeout", "60"});
    };
    const Called found = campaign();
    INFO(found.out << found.err);
    CHECK(found.status == 3);
    CHECK(contains(found.out, each.cause));
    CHECK(contains(found.out, each.reported));
    CHECK(
        contains(text_of_file(scratch.path("found/crash.yaml")), "# Its profiler ends or stops the process"));
    const Called again = campaign();
    INFO(again.out << again.err);
    CHECK(again.status == 3);
    CHECK(contains(again.out, "is not judged and stays where it is"));
  }
}

TEST_CASE("parent: a profiler that kills its parent and goes on is one finding") {
  for (const std::string at : {"", " at Shutdown"}) {
    const Called found = dying("test", "kill parent and go on" + at,
                               {"--cases", "40", "--jobs", "2", "--no-shrink", "--forget"});
    INFO(found.out << found.err);
    CHECK(found.status == 3);
    CHECK(contains(found.out, "crash (SIGKILL in no callback)"));
    CHECK(contains(found.out, " 1 finding"));
    CHECK_FALSE(contains(found.out, "could not be played"));
  }
}

TEST_CASE("parent: a profiler that stops its parent does not block explore") {
  const Scratch scratch;
  const Called explored = dying("explore", "stop parent",
                                {kScenarios + "server/server-heaps-report-on-threads-of-their-own.yaml",
                                 "--switches", "1", "--findings", scratch.path("found")});
  INFO(explored.out << explored.err);
  CHECK(explored.status == 3);
  CHECK(contains(explored.out, "crash (SIGSTOP in no callback)"));
}

TEST_CASE("test: a profiler that stops its own process is reported as hung") {
  const Called found =
      dying("test", "stop", {"--cases", "1", "--timeout", "1", "--shrink-time", "1", "--forget"});
  INFO(found.out << found.err);
  CHECK(found.status == 4);
  CHECK(contains(found.out, "hang (MovedReferences2)"));
}

}  // namespace gcrucible::tests
