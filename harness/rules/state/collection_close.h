// What can be said about a collection only when all of it is known.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/rules/state/collection.h"

namespace gcrucible::rules {

// Fills the members of `collection` that are made at its close. `known` holds the objects known to be in the
// heap before it, in any order.
void close(Collection& collection, std::vector<KnownObject> known);

}  // namespace gcrucible::rules
