// Which live objects the reported roots and references of a collection reach.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "harness/rules/collection/collection.h"
#include "harness/rules/state/history.h"

namespace gcrucible::rules {

// Finds addresses in an ascending list. Heaps and ranges are reported in the order of addresses, so the
// search begins after the last hit.
class AddressFinder {
 public:
  explicit AddressFinder(std::span<const std::uint64_t> sorted) : sorted_(sorted) {}
  // kNoIndex if the address is not in the list.
  std::uint32_t find(std::uint64_t address);

 private:
  std::span<const std::uint64_t> sorted_;
  std::size_t next_ = 0;
};

// For each of the ascending addresses: whether it lies in the new place of a reported range.
std::vector<std::uint8_t> inside_new_ranges(std::span<const std::uint64_t> sorted,
                                            std::span<const ReportedRange> ranges);

// True for a recording of a 64-bit process. Objects lie at multiples of 8. Each takes at least its header,
// its type and its references. An object of a collectible type has one reference that lies in no field.
bool has_64_bit_objects(const Collection& collection, const History& history);
inline constexpr std::uint64_t kWord = 8, kLeastObject = 3 * kWord;
constexpr std::uint64_t least_size(const ObjectReport& report) {
  return report.count < 2 ? kLeastObject : (std::uint64_t{report.count} + 1) * kWord;
}

// Fills Collection::targets if `alive` is known, and Collection::reached if the report is complete enough.
// Objects outside of all ranges were not collected and count as reached.
void find_reach(Collection& collection);

}  // namespace gcrucible::rules
