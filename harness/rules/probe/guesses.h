// Possible causes of a wrong probe answer other than the habits of trackers.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "harness/rules/collection/collection.h"

namespace gcrucible::rules {

struct Guess {
  std::string_view what;  // half a sentence
  bool halved = false;    // missing objects are in the answer, under the lower half of their ids
};

// The incorrect parts of an answer: missing survivors, present survivors, and ids without an object.
struct AnswerParts {
  std::span<const std::uint64_t> believed;  // ids before the collection
  std::span<const Fate* const> missing;
  std::span<const Fate* const> present;
  std::span<const std::uint64_t> wrong;   // ascending
  std::span<const std::uint64_t> answer;  // all its ids, ascending
};

// Empty unless the guess explains the answer exactly.
std::optional<Guess> guess_of(const Collection& collection, const AnswerParts& parts);

}  // namespace gcrucible::rules
