// What a crash was about, for the trace's end line.
#pragma once

#include "harness/driver/outcome.h"
#include "harness/driver/trace_closing.h"

namespace gcrucible::driver {

// Nothing where the process did not die of memory that it read or wrote, or nobody knows whose that was.
void name_fault(const host::ControlBlock& block, const Outcome& outcome, Death& death);

}  // namespace gcrucible::driver
