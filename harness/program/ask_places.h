// The callbacks inside which a scenario can query Info during a collection.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace gcrucible::program {

// Slots of the callbacks that can come between a collection's RuntimeSuspendStarted and its
// RuntimeResumeFinished. HandleCreated and HandleDestroyed come only if the profiler creates or destroys a
// handle there. A query inside any other callback would never be made.
inline constexpr std::array<std::uint16_t, 21> kCollectionCallbacks = {
    42, 43, 44,          // RuntimeSuspendStarted, Finished, Aborted
    45, 46,              // RuntimeResumeStarted, Finished
    47, 48,              // RuntimeThreadSuspended, Resumed
    49, 51, 52, 53,      // MovedReferences, ObjectsAllocatedByClass, ObjectReferences, RootReferences
    73, 74, 75, 76, 77,  // GarbageCollectionStarted, SurvivingReferences, GarbageCollectionFinished,
                         // FinalizeableObjectQueued, RootReferences2
    78, 79,              // HandleCreated, HandleDestroyed
    87, 88, 89,          // MovedReferences2, SurvivingReferences2, ConditionalWeakTableElementReferences
};

constexpr bool waits_for_allocation(std::uint16_t callback_slot) {
  return callback_slot == 50;  // ObjectAllocated
}

constexpr bool comes_in_collections(std::uint16_t callback_slot) {
  return std::ranges::find(kCollectionCallbacks, callback_slot) != kCollectionCallbacks.end();
}

}  // namespace gcrucible::program
