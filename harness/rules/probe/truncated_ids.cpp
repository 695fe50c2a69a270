#include "harness/rules/probe/truncated_ids.h"

#include <algorithm>
#include <set>

namespace gcrucible::rules {

bool takes_halves_for_one(std::span<const std::uint64_t> believed, std::span<const Fate* const> missing,
                          std::span<const std::uint64_t> answer) {
  const auto half = [](std::uint64_t address) { return static_cast<std::uint32_t>(address); };
  // Objects that took the place: ids of the answer, and earlier objects that have died or moved since.
  std::set<std::uint32_t> taken_before, taken_after;
  std::set<std::uint64_t> lost;
  for (const Fate* const fate : missing) lost.insert(fate->from);
  for (const std::uint64_t id : believed) {
    if (!lost.contains(id)) taken_before.insert(half(id));
  }
  for (const std::uint64_t id : answer) {
    if (!taken_after.insert(half(id)).second) return false;
  }
  return !missing.empty() && std::ranges::all_of(missing, [&](const Fate* fate) {
    return taken_before.contains(half(fate->from)) || taken_after.contains(half(fate->to));
  });
}

bool are_halves(std::span<const Fate* const> missing, std::span<const Fate* const> present,
                std::span<const std::uint64_t> wrong) {
  if (!present.empty()) return false;
  std::set<std::uint64_t> halves;
  for (const Fate* const fate : missing) halves.insert(static_cast<std::uint32_t>(fate->to));
  return !halves.empty() && std::ranges::equal(halves, wrong);
}

}  // namespace gcrucible::rules
