// What the roots and references that a collection told explain: which of the objects that live after it they
// reach.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "harness/rules/state/collection.h"
#include "harness/rules/state/history.h"

namespace gcrucible::rules {

// Finds addresses in an ascending list. What is looked for mostly stands behind what was found last, because
// heaps are told in the order of addresses and ranges keep it.
class AddressFinder {
 public:
  explicit AddressFinder(std::span<const std::uint64_t> sorted) : sorted_(sorted) {}
  // kNoIndex where it is not in the list.
  std::uint32_t find(std::uint64_t address);

 private:
  std::span<const std::uint64_t> sorted_;
  std::size_t next_ = 0;
};

// For each of ascending addresses, whether it lies where a range says that survivors are now.
std::vector<std::uint8_t> inside_new_ranges(std::span<const std::uint64_t> sorted,
                                            std::span<const ToldRange> ranges);

// A recording of a 64-bit process: objects stand on multiples of 8, and each takes at least its header, its
// type and its references. One of the references of an object of a collectible type stands in no field.
bool tells_words(const Collection& collection, const History& history);
inline constexpr std::uint64_t kWord = 8, kLeastObject = 3 * kWord;
constexpr std::uint64_t least_size(const ObjectReport& report) {
  return report.count < 2 ? kLeastObject : (std::uint64_t{report.count} + 1) * kWord;
}

// Fills Collection::targets where `alive` is known, and Collection::reached where the report is complete
// enough. Objects outside of all ranges were not collected and count as reached.
void find_reach(Collection& collection);

}  // namespace gcrucible::rules
