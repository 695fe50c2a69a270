// What a crash was about, for the trace's end line.
#pragma once

#include <optional>

#include "harness/driver/outcome.h"
#include "harness/driver/trace/trace_closing.h"

namespace gcrucible::driver {

// What the trace's last line says of the end, if the profiler has died.
std::optional<Death> death_of(const Outcome& outcome, const protocol::ControlBlock& block);

// As the trace is to have it.
inline Ending ending_of(const Outcome& outcome, const protocol::ControlBlock& block) {
  return {.death = death_of(outcome, block), .finished = outcome.fate == Fate::kFinished};
}

// The trace is not what the host wrote.
void set_damaged(Outcome& outcome);

// Nothing where the process did not die of memory that it read or wrote, or nobody knows whose that was.
void name_fault(const protocol::ControlBlock& block, const Outcome& outcome, Death& death);

}  // namespace gcrucible::driver
