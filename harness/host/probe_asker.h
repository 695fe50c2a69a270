// Asks a profiler that exports gcrucible_probe what it believes of the heap.
#pragma once

#include "harness/abi/gcrucible/probe.h"
#include "harness/clr/clr.h"
#include "harness/protocol/control_block.h"

namespace gcrucible::host {

// An answer is cut off behind so many rows of one kind: more than the model lists of a heap, and little
// enough for a trace.
inline constexpr std::size_t kMostProbed = 65536;

// Between two steps, while the world is the caller's. Runs `probe` on the runtime's thread that has no
// managed thread and writes question and answer into the journal: {"probe":"collection"} and its return.
// Without a journal nobody would read the answer, and nothing is asked. `collection`: the last one that was
// made.
void ask_probe(clr::Clr& clr, protocol::ControlBlock& control, gcrucible_probe_function probe,
               gcrucible_moment moment, std::uint32_t collection);

}  // namespace gcrucible::host
