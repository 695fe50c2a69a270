// In which order two collections were told. One heap tells of itself in order; what several heaps tell of
// themselves comes on a thread each, beside each other, and which of them is first is nobody's order.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/compare/story.h"

namespace gcrucible::compare {

// What one name stands for where either family of ranges would be right.
inline constexpr const char* kEitherExact = "Moved or SurvivingReferences2";
inline constexpr const char* kEither = "Moved or SurvivingReferences";

// A difference.
struct Order {
  std::string what;  // "callbacks in order"
  std::vector<std::string> a;
  std::vector<std::string> b;
};

// Where no more than one thread tells of heaps in either: the names in order. Otherwise what comes on other
// threads than those, and where what heaps tell stands between, and what each heap tells: a heap of one is
// that of the other which holds the same objects. Where no heaps do, because the runtimes gave threads other
// heaps, each object for itself.
std::vector<Order> differences_of_calls(const std::vector<ToldCall>& a, const std::vector<ToldCall>& b);

// None where both queue the same, and those that lie on one heap in both in the same order.
std::optional<Order> difference_of_queues(const std::vector<Queued>& a, const std::vector<Queued>& b);

}  // namespace gcrucible::compare
