// Computes the members of Collection that need the whole collection.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/rules/collection/collection.h"

namespace gcrucible::rules {

// Fills the members of `collection` that are computed at its close. `known` holds the objects known to be
// in the heap before the collection, in any order.
void close(Collection& collection, std::vector<KnownObject> known);

}  // namespace gcrucible::rules
