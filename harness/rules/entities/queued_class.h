// The class of an object named by FinalizeableObjectQueued.
#pragma once

#include <cstdint>

#include "harness/rules/collection/collection.h"

namespace gcrucible::rules {

// From ObjectReferences of the closed collection. 0 if the object is not reported, or if another object may
// be at the address.
std::uint64_t class_of_queued(const Collection& collection, const QueuedObject& queued);

}  // namespace gcrucible::rules
