// Callbacks that wait for threads that call the runtime. They run in a complete host under the thread
// sanitizer, which ends the host if it finds a race.
#include "tests/harness/calls/build.h"
#include "tests/harness/host/stubborn_run.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {

TEST_CASE("preemptive mode: a callback may wait for a thread that collects or loads or asks") {
  for (const char* const way : {"waits-for-a-collection", "waits-for-loads", "waits-for-asking"}) {
    Build build;
    for (const char* const name : {"A", "B", "C", "D", "E"}) build.node(name);
    const std::uint32_t node = build.node("F");
    const std::uint32_t worker = build.thread("worker");
    build.root(build.object(node));
    build.add(program::StartThread{worker});
    build.add(program::Allocate{.thread = worker, .type = node});
    build.collect(program::Generation::k0);
    const driver::Outcome outcome = run_stubborn(way, build.program, std::chrono::seconds(60));
    INFO(way << "\n" << driver::place_of(outcome) << "\n" << outcome.error_output);
    CHECK(outcome.fate == driver::Fate::kFinished);
    CHECK(outcome.output == "waited 2 times\n");
  }
}

}  // namespace gcrucible::tests
