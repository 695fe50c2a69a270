// `gcrucible run` where the scenario or a file is wrong, and the profiler must not be blamed.
#include <sys/stat.h>

#include "tests/harness/cli/command.h"
#include "tests/harness/cli/misbehaving.h"
#include "tests/support/places.h"

namespace gcrucible::tests {
TEST_CASE("run: a heap larger than memory is an error of the scenario") {
  const Scratch scratch;
  const auto sized = [&](const std::string& allocation) {
    return scratch.write("large.yaml",
                         "scenario: large\n"
                         "types: {Node: {fields: {left: ref, right: ref}}}\n"
                         "threads: [main, worker]\n"
                         "heap: {backing: address-space}\n"
                         "steps:\n"
                         "  - start-thread: worker\n"
                         "  - allocate: {id: a, type: Node, " +
                             allocation + "}\n  - collect: 2\n");
  };
  constexpr const char* kWhat = "large.yaml:7:5: error: the simulated heap needs more memory than there is";
  SECTION("before the profiler is loaded") {
    const Called run = call({"run", sized("count: 2_100_000_000"), "--profiler", kDying, "--clsid",
                             kDyingClsid, "--env", "CLI_TEST_DIE=crash"});
    INFO(run.out << run.err);
    // 53 GiB. This test does not expect a machine with so much memory.
    CHECK(run.status == 2);
    CHECK(contains(run.err, kWhat));
    CHECK(!contains(run.out + run.err, "PROFILER"));
  }
#ifndef GCRUCIBLE_SANITIZED  // a sanitizer needs the address space that this limit takes away
  SECTION("when memory runs out on any thread") {
    for (const char* const thread : {"main", "worker"}) {
      const std::string scenario = sized(std::string("count: 150_000_000, thread: ") + thread);
      const Called run =
          call_program({"/bin/sh", "-c", "ulimit -v 4000000; exec \"$0\" run \"$1\"", kProgram, scenario});
      INFO(run.out << run.err);
      CHECK(run.status == 2);
      CHECK(contains(run.err, kWhat));
      CHECK(!contains(run.out + run.err, "PROFILER"));
    }
  }
#endif
}

TEST_CASE("run: a slow simulator does not count as a hang of the profiler") {
  const Scratch scratch;
  // At least a quarter of a second without a callback.
  const std::string scenario = scratch.write("array.yaml",
                                             "scenario: an array of many references\n"
                                             "heap: {backing: address-space}\n"
                                             "steps:\n"
                                             "  - allocate: {id: a, type: \"object[]\", length: 30_000_000}\n"
                                             "  - root: a\n"
                                             "  - collect: 2\n");
  // A busy machine may delay the profiler that long too, but not every time.
  Called run;
  for (int i = 0; i < 10 && run.status != 0; ++i)
    run = call({"run", scenario, "--timeout", "0.05", "--quiet"});
  INFO(run.out << run.err);
  CHECK(run.status == 0);
}

TEST_CASE("input: a pipe instead of a file is refused without blocking") {
  const Scratch scratch;
  const std::string pipe = scratch.path("pipe.yaml");
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  const std::string kind = "no regular file but a pipe, a socket or a device";
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"run", pipe},
                                                    {"run", kTen, "--runtime", pipe},
                                                    {"check", pipe},
                                                    {"compare", pipe, pipe}}) {
    const Called called = call(arguments);
    INFO(arguments.front() << "\n" << called.err);
    CHECK(called.status == 2);
    CHECK(contains(called.err, kind));
  }
  const Called run = call({"run", kTen, "--profiler", pipe, "--clsid", kDyingClsid});
  INFO(run.err);
  CHECK(run.status == 2);
  CHECK(contains(run.err, "pipe.yaml is no file but a pipe, a socket or a device; give a library"));
}

}  // namespace gcrucible::tests
