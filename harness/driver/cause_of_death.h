// The cause of a crash, for the trace's end line.
#pragma once

#include <optional>

#include "harness/driver/outcome.h"
#include "harness/driver/trace/trace_closing.h"
#include "harness/protocol/control_block.h"
#include "harness/protocol/interface_answers.h"

namespace gcrucible::driver {

// The death that the trace's last line reports; none if the profiler has not died.
std::optional<Death> death_of(const Outcome& outcome, const protocol::ControlBlock& block);

// The end as the trace reports it.
inline Ending ending_of(const Outcome& outcome, const protocol::ControlBlock& block) {
  return {.death = death_of(outcome, block),
          .finished = outcome.fate == Fate::kFinished,
          .interfaces = protocol::interfaces_of(block.interfaces.load())};
}

// Marks the outcome: the trace is not what the host wrote.
void set_damaged(Outcome& outcome);

// Does nothing if the process did not die of a memory access, or if the memory is unknown.
void name_fault(const protocol::ControlBlock& block, const Outcome& outcome, Death& death);

}  // namespace gcrucible::driver
