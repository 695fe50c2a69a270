// The class of an object that FinalizeableObjectQueued names.
#pragma once

#include <cstdint>

#include "harness/rules/state/collection.h"

namespace gcrucible::rules {

// By ObjectReferences of the collection, which is closed; 0 where it is not reported, or where another object
// may be at the address.
std::uint64_t class_of_queued(const Collection& collection, const QueuedObject& queued);

}  // namespace gcrucible::rules
