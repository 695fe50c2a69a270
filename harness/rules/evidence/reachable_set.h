// Which live objects the reported roots and references of a collection reach.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
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

// Why Collection::reached is not known.
inline constexpr std::string_view kNoCompleteGraph =
    "the trace has no complete round of ObjectReferences together with RootReferences2";

// Dependent handles are reported to the profiler. Otherwise, objects that only these keep alive seem
// unexplained.
inline bool knows_dependent_handles(const History& history) {
  constexpr std::uint32_t kFirst = 5;
  return history.header().callback_version.value_or(kFirst) >= kFirst;
}
inline constexpr std::string_view kNoDependentHandles =
    "an object that nothing reported keeps alive may be the value of a dependent handle, which is reported "
    "only from ICorProfilerCallback5 on";

}  // namespace gcrucible::rules
