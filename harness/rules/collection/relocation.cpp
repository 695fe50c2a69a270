#include "harness/rules/collection/relocation.h"

#include <algorithm>

namespace gcrucible::rules {

std::optional<std::uint64_t> Relocation::taken(std::uint64_t address) const {
  if (collection_.fates_known) {
    const auto fate = std::lower_bound(collection_.fates.begin(), collection_.fates.end(), address,
                                       [](const Fate& each, std::uint64_t from) { return each.from < from; });
    const bool found = fate != collection_.fates.end() && fate->from == address;
    if (found && fate->survives) return fate->to;
  }
  const ReportedRange* const range = collection_.by_old_address.holding(address);
  if (range == nullptr) return std::nullopt;
  return range->range.to + (address - range->range.from);
}

}  // namespace gcrucible::rules
