// The heap as seen by an Info call.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "harness/rules/state/history.h"

namespace gcrucible::rules {

// The moment of an Info call relative to collections.
enum class Moment : std::uint8_t {
  kStarted,   // inside GarbageCollectionStarted: objects have old addresses
  kFinished,  // inside GarbageCollectionFinished: objects have new addresses
  kRest,      // no collection is under way
  kMoving,
};
Moment moment_of(const InfoEvent& info, const History& history);

// What a trace contains about an object.
struct ObservedObject {
  std::uint64_t object_class = 0;     // 0 if unknown
  std::optional<std::uint64_t> size;  // this and the next only from the model
  std::uint8_t generation = kNoGeneration;
};
// The object that begins at that address at the time of the call. Empty if there is none, or if the trace
// does not show it. Time is logarithmic in the heap.
std::optional<ObservedObject> observed_object(const InfoEvent& info, const History& history,
                                              std::uint64_t address);

// Why it is empty.
inline constexpr std::string_view kNoObservedObjects = "the trace does not record the objects";

// The object of a recording lies beyond 4 GB, so that the process has 64 bits.
bool is_of_64_bit_recording(std::uint64_t object, const History& history);

}  // namespace gcrucible::rules
