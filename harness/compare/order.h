// Compares the order of callbacks in two collections. One heap reports its objects in order. Several heaps
// report on one thread each, at the same time, so the order between heaps is meaningless.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/compare/story.h"

namespace gcrucible::compare {

// Common name for calls of either range family, for a collection that may compact or sweep.
inline constexpr const char* kEitherExact = "Moved or SurvivingReferences2";
inline constexpr const char* kEither = "Moved or SurvivingReferences";

// One difference.
struct Order {
  std::string what;  // "callbacks in order"
  std::vector<std::string> a;
  std::vector<std::string> b;
};

// If at most one thread reports for heaps in each run, compares the names in order. Otherwise compares three
// things: the calls of other threads, the position of the heaps' calls between them, and the calls of each
// heap. Heaps correspond if they hold the same objects. If no heaps correspond, because the runtimes
// distributed threads differently, compares object by object.
std::vector<Order> differences_of_calls(const std::vector<ObservedCall>& a,
                                        const std::vector<ObservedCall>& b);

// Empty if both queues contain the same objects, and objects on one heap in both runs have the same order.
std::optional<Order> difference_of_queues(const std::vector<Queued>& a, const std::vector<Queued>& b);

}  // namespace gcrucible::compare
