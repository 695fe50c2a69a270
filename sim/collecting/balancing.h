// Ranges of a server heap that has much that lives, given to one that has little.
#pragma once

#include "sim/collecting/collection.h"
#include "sim/heap.h"

namespace gcrucible::sim {

// Behind marking, for the ranges of the small object heap that are collected. Their objects stay where they
// are; whose they are decides which heap compacts them, and where to.
void balance(Heap& heap, const Collection& collection);

}  // namespace gcrucible::sim
