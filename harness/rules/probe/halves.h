// What a table has lost that keeps addresses in 32 bits.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "harness/rules/state/collection.h"

namespace gcrucible::rules {

// Half a sentence.
inline constexpr std::string_view kHalves = "addresses are told apart by their lower 32 bits alone";
inline constexpr std::string_view kHalved = "ids are kept in 32 bits";

// Whether only such survivors are missing whose addresses differ from another object's, before the collection
// or after it, in the upper half alone, while the answer has no two such. `believed`: ids before it;
// `missing`: of the survivors that the answer owes; `answer`: its ids, all of which are right. The other
// object is one that is not missing itself.
bool takes_halves_for_one(std::span<const std::uint64_t> believed, std::span<const Fate* const> missing,
                          std::span<const std::uint64_t> answer);

// Whether `wrong`, ids of the answer where no object is, ascending, are the lower halves of those that are
// missing, and of all of those, while none of the due ones is `present` whole.
bool are_halves(std::span<const Fate* const> missing, std::span<const Fate* const> present,
                std::span<const std::uint64_t> wrong);

}  // namespace gcrucible::rules
