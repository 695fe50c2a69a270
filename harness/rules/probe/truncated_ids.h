// Detects tables that lost objects because they keep addresses in 32 bits.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "harness/rules/collection/collection.h"

namespace gcrucible::rules {

// Half a sentence each.
inline constexpr std::string_view kHalves = "addresses are compared only by their lower 32 bits";
inline constexpr std::string_view kHalved = "ids are kept in 32 bits";

// Whether each missing survivor shares the lower half of its address, before or after the collection, with
// another object that is not missing. The answer has no two such ids. `believed`: ids before the
// collection; `missing`: survivors missing in the answer; `answer`: its ids, all correct.
bool takes_halves_for_one(std::span<const std::uint64_t> believed, std::span<const Fate* const> missing,
                          std::span<const std::uint64_t> answer);

// Whether `wrong` are exactly the lower halves of the missing survivors, while `present` has no due
// survivor as a whole. `wrong`: ids of the answer without an object, ascending.
bool are_halves(std::span<const Fate* const> missing, std::span<const Fate* const> present,
                std::span<const std::uint64_t> wrong);

}  // namespace gcrucible::rules
