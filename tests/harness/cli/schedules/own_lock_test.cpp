// A profiler that waits in a callback for a mutex that its own thread holds.
#include <chrono>

#include "tests/harness/cli/command.h"
#include "tests/harness/cli/misbehaving.h"
#include "tests/support/places.h"
#include "tests/support/skip.h"

namespace gcrucible::tests {
namespace {

Called lock_again(const std::string& way, const std::string& timeout) {
  return call({"run", kScenarios + "ten-objects-move.yaml", "--profiler", kDying, "--clsid", kDyingClsid,
               "--env", "CLI_TEST_DIE=" + way, "--timeout", timeout},
              {"COLUMNS=1000"});
}

}  // namespace

TEST_CASE("deadlock: a callback that locks a mutex its thread holds is reported at once") {
#if defined(GCRUCIBLE_SANITIZED)
  GCRUCIBLE_SKIP("sanitizers have the system's locks themselves");
#endif
  for (const char* const at : {"MovedReferences2", "Initialize", "Shutdown"}) {
    const auto before = std::chrono::steady_clock::now();
    const Called run = lock_again(std::string("lock twice at ") + at, "500");
    INFO(at << '\n' << run.out << run.err);
    CHECK(run.status == 4);
    CHECK(contains(run.out, "THE PROFILER HUNG: deadlock"));
    CHECK(contains(run.out, std::string("It was inside ") + at));
    CHECK(contains(in_one_line(run.out), " It waits for a mutex that it already holds."));
    CHECK(std::chrono::steady_clock::now() - before < std::chrono::seconds(60));
  }
}

TEST_CASE("deadlock: a mutex that another thread may unlock is waited for") {
  const Called given = lock_again("lock twice and be let go", "60");
  INFO(given.out << given.err);
  CHECK(given.status == 0);
  const Called run = lock_again("lock twice while a thread runs", "1");
  INFO(run.out << run.err);
  CHECK(run.status == 4);
  CHECK(contains(run.out, "THE PROFILER HUNG: timeout after 1 s"));
}

}  // namespace gcrucible::tests
