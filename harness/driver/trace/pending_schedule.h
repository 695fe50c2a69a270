// Turns of concurrent threads that a dead run has not written into its trace.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "harness/program/schedule.h"
#include "harness/protocol/control_block.h"

namespace gcrucible::driver {

// The turns of several heaps in a collection that was not over.
struct PendingSchedule {
  std::uint32_t collection = 0;
  std::uint32_t heaps = 0;
  // Above 0: the turns belong to the program's threads, at a step on `line`. Switches then name actors, which
  // are indexes into `threads`.
  std::uint32_t together = 0;
  std::uint32_t line = 0;
  std::vector<std::uint32_t> threads = {};
  program::Schedule schedule = {};  // its kind, and its switches so far
  std::uint32_t decisions = 0;
  bool deterministic = false;
};

// None if the trace has all turns, or if the profiler has damaged the block.
std::optional<PendingSchedule> pending_schedule(const protocol::TurnsPlace& place);
// Numbers of the program's threads that were last concurrent, in the order of the scenario.
std::vector<std::uint32_t> threads_of(const protocol::TurnsPlace& place);

}  // namespace gcrucible::driver
