#include "harness/rules/collection/relocation.h"

namespace gcrucible::rules {

std::optional<std::uint64_t> Relocation::taken(std::uint64_t address) const {
  if (collection_.fates_known) {
    const Fate* const fate = collection_.fate_from(address);
    if (fate != nullptr && fate->survives) return fate->to;
  }
  const ReportedRange* const range = collection_.by_old_address.holding(address);
  if (range == nullptr) return std::nullopt;
  return range->range.to + (address - range->range.from);
}

}  // namespace gcrucible::rules
