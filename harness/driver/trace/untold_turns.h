// Turns of threads at work at once that a run which died has not told of.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "harness/program/schedule.h"
#include "harness/protocol/control_block.h"

namespace gcrucible::driver {

// How several heaps had taken turns in the collection that was not over.
struct UntoldTurns {
  std::uint32_t collection = 0;
  std::uint32_t heaps = 0;
  // Above 0 it is that of threads of the program, at a step on `line`, and switches name actors, which are
  // places in this list.
  std::uint32_t together = 0;
  std::uint32_t line = 0;
  std::vector<std::uint32_t> threads = {};
  program::Schedule schedule = {};  // its kind, and where it switched so far
  std::uint32_t decisions = 0;
  bool deterministic = false;
};

// None where all has been told, or where the profiler has broken the block.
std::optional<UntoldTurns> untold_turns(const protocol::TurnsPlace& place);
// Numbers of the program's threads that were at work at once last, in the order of the scenario.
std::vector<std::uint32_t> threads_of(const protocol::TurnsPlace& place);

}  // namespace gcrucible::driver
