// Calls the gcrucible_probe function of a profiler to get its view of the heap.
#pragma once

#include "harness/abi/gcrucible/probe.h"
#include "harness/clr/clr.h"
#include "harness/protocol/control_block.h"

namespace gcrucible::host {

// An answer is truncated after this many rows of one kind. The limit is above the number of objects that the
// model lists, and small enough for a trace.
inline constexpr std::size_t kMostProbed = 65536;

// Call between two steps, while the caller holds the world. Runs `probe` on the runtime's thread without a
// managed thread, and writes query and answer into the journal: {"probe":"collection"} and its return. Does
// nothing without a journal, because nothing would read the answer. `collection`: the last collection made.
void ask_probe(clr::Clr& clr, protocol::ControlBlock& control, gcrucible_probe_function probe,
               gcrucible_moment moment, std::uint32_t collection);

}  // namespace gcrucible::host
