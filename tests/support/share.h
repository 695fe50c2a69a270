// Which part of a long list of similar cases a test plays. In scripts/test, one in six: a fault of the kind
// that such a test looks for shows in many cases. In scripts/test-long, which sets GCRUCIBLE_TEST_EVERYTHING,
// all.
#pragma once

#include <cstddef>
#include <cstdlib>

namespace gcrucible::tests {

inline constexpr std::size_t kShares = 6;

inline bool plays_everything() {
  return std::getenv("GCRUCIBLE_TEST_EVERYTHING") != nullptr;
}

// `turn` selects another sixth of the same list.
inline bool is_in_share(std::size_t index, std::size_t turn = 0) {
  return plays_everything() || (index + turn) % kShares == 0;
}

// A number of random cases.
inline std::size_t share_of(std::size_t count) {
  return plays_everything() ? count : count / kShares;
}

}  // namespace gcrucible::tests
