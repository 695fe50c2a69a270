// A profiler's threads that still exist when its process ends.
#include "tests/harness/calls/build.h"
#include "tests/harness/host/stubborn_run.h"
#include "tests/harness/platform/scratch_folder.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {

// The scheduler may delay the call. A host that does not wait would end before nearly all of them.
TEST_CASE("trace: contains Info calls that a thread makes after Shutdown") {
  Build build;
  build.root(build.object(build.node()));
  int reported = 0;
  for (int i = 0; i < 10; ++i) {
    const driver::Outcome outcome = run_stubborn("lingers", build.program, std::chrono::seconds(60));
    CHECK(outcome.fate == driver::Fate::kFinished);
    const std::string trace = contents(outcome.trace_path);
    const std::size_t shutdown = trace.find("\"call\":\"Shutdown\"");
    REQUIRE(shutdown != std::string::npos);
    if (trace.find("\"info\":\"GetEventMask\"", shutdown) != std::string::npos) ++reported;
  }
  CHECK(reported > 5);
}

}  // namespace gcrucible::tests
