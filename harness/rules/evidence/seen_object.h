// The heap as an Info call sees it.
#pragma once

#include <cstdint>
#include <optional>

#include "harness/rules/state/history.h"

namespace gcrucible::rules {

// Where an Info call is made, as far as the heap is concerned.
enum class Moment : std::uint8_t {
  kStarted,   // inside GarbageCollectionStarted: everything is where it was
  kFinished,  // inside GarbageCollectionFinished: everything is where it will be
  kRest,      // no collection is under way
  kMoving,
};
Moment moment_of(const InfoEvent& info, const History& history);

// What a trace tells of an object.
struct SeenObject {
  std::uint64_t object_class = 0;     // 0 where it is not told
  std::optional<std::uint64_t> size;  // these two by the model only
  std::uint8_t generation = kNoGeneration;
};
// The object that begins at that address at the time of the call; none where there is none, or where the
// trace does not tell. Time logarithmic in the heap.
std::optional<SeenObject> seen_object(const InfoEvent& info, const History& history, std::uint64_t address);

}  // namespace gcrucible::rules
