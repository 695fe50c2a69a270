// Balances server heaps: ranges of a heap with many live bytes go to a heap with few.
#pragma once

#include "sim/collecting/collection.h"
#include "sim/heap.h"

namespace gcrucible::sim {

// Call it after marking. It changes the collected ranges of the small object heap. Objects stay where they
// are. The new owner of a range decides which heap compacts its objects, and where they go.
void balance(Heap& heap, const Collection& collection);

}  // namespace gcrucible::sim
