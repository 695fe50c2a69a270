// What a wrong answer of the probe may come from beside the habits of trackers.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "harness/rules/state/collection.h"

namespace gcrucible::rules {

struct Guess {
  std::string_view what;  // half a sentence
  bool halved = false;    // what is missing is in the answer, at the lower half of its id
};

// What of an answer is not as it should be: survivors that it owes and has not, those that it has, and ids
// where no object is.
struct AnswerParts {
  std::span<const std::uint64_t> believed;  // ids before the collection
  std::span<const Fate* const> missing;
  std::span<const Fate* const> present;
  std::span<const std::uint64_t> wrong;   // ascending
  std::span<const std::uint64_t> answer;  // all its ids, ascending
};

// Nothing unless the answer is exactly what is left then.
std::optional<Guess> guess_of(const Collection& collection, const AnswerParts& parts);

}  // namespace gcrucible::rules
