#include "harness/rules/probe_halves.h"

#include <algorithm>
#include <map>

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

}  // namespace gcrucible::rules
