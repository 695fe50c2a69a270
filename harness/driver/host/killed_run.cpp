#include "harness/driver/host/killed_run.h"

#include <cstdint>
#include <optional>

#include "harness/platform/memory/memory_limit.h"

namespace gcrucible::driver {
namespace {

std::optional<std::uint64_t> kills_at_first() {
  static const std::optional<std::uint64_t> kills = platform::kills_for_memory();
  return kills;
}

// Counts any process since the first run. Services that monitor memory (systemd-oomd) are counted nowhere.
bool system_has_killed() {
  const std::optional<std::uint64_t> before = kills_at_first();
  return before && platform::kills_for_memory() != before;
}

}  // namespace

void look_at_memory() {
  kills_at_first();
}

bool may_be_the_system(const Outcome& outcome) {
  return !outcome.ended_parent || system_has_killed();
}

std::string text_of_kill() {
  if (system_has_killed()) {
    return "the system ended the run (SIGKILL) while the simulator was at work, as it does when memory runs "
           "out; make fewer or smaller objects";
  }
  return "something ended the run (SIGKILL) while the simulator was at work. If memory ran out, it was the "
         "system; make fewer or smaller objects. Otherwise the profiler or another process sent the signal";
}

}  // namespace gcrucible::driver
