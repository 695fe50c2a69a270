#include "harness/driver/host/killed_run.h"

#include "harness/platform/memory/memory_limit.h"
#include "tests/support/catch.h"

namespace gcrucible::driver {

TEST_CASE("text_of_kill: memory and a foreign signal are the possible causes of SIGKILL") {
  look_at_memory();
  const auto before = platform::kills_for_memory();
  const std::string text = text_of_kill();
  Outcome outcome;
  const bool alone = may_be_the_system(outcome);
  outcome.ended_parent = true;
  const bool with_parent = may_be_the_system(outcome);
  // The system may have killed another process in the meantime.
  if (platform::kills_for_memory() != before) return;
  CHECK(text.find("(SIGKILL) while the simulator was at work. If memory ran out, it was the system") !=
        std::string::npos);
  CHECK(text.find("Otherwise the profiler or another process sent the signal") != std::string::npos);
  CHECK(alone);
  CHECK_FALSE(with_parent);
}

}  // namespace gcrucible::driver
