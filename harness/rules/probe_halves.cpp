#include "harness/rules/probe_halves.h"

#include <algorithm>
#include <map>
#include <set>

namespace gcrucible::rules {

bool takes_halves_for_one(std::span<const std::uint64_t> believed, std::span<const Fate* const> missing,
                          std::span<const Fate* const> present, std::span<const std::uint64_t> answer) {
  const auto half = [](std::uint64_t address) { return static_cast<std::uint32_t>(address); };
  std::map<std::uint32_t, int> before, after, told;
  for (const std::uint64_t id : believed) ++before[half(id)];
  for (const auto& fates : {missing, present}) {
    for (const Fate* const fate : fates) ++after[half(fate->to)];
  }
  for (const std::uint64_t id : answer) ++told[half(id)];
  return !missing.empty() && std::ranges::all_of(told, [](const auto& each) { return each.second == 1; }) &&
         std::ranges::all_of(missing, [&](const Fate* fate) {
           return before[half(fate->from)] > 1 || after[half(fate->to)] > 1;
         });
}

bool are_halves(std::span<const Fate* const> missing, std::span<const std::uint64_t> wrong) {
  std::set<std::uint64_t> halves;
  for (const Fate* const fate : missing) halves.insert(static_cast<std::uint32_t>(fate->to));
  return !halves.empty() && std::ranges::equal(halves, wrong);
}

}  // namespace gcrucible::rules
