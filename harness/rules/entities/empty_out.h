// Empties a hash table that may be emptied for each line of a trace.
#pragma once

#include <cstddef>

namespace gcrucible::rules {

// clear() visits all buckets, also those that only earlier contents needed. A table that has far more buckets
// than entries gives them up instead.
template <typename Hash>
void empty_out(Hash& hash) {
  constexpr std::size_t kMostForEach = 8;
  if (hash.bucket_count() > kMostForEach * (hash.size() + 1)) {
    hash = Hash();
  } else {
    hash.clear();
  }
}

}  // namespace gcrucible::rules
