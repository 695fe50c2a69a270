// What a runtime may do in a collection's report beside order and batches, and in suspensions, as drawn.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "harness/program/random.h"
#include "harness/program/telling.h"

namespace gcrucible::calls {

// A plain value; docs/runtimes.md lists the purposes. Each has a key of its own made of the telling's, so
// that one does not change the others.
class Liberties {
 public:
  explicit Liberties(std::optional<std::uint64_t> key) : key_(key.value_or(0)) {}
  explicit Liberties(const program::Telling& telling) : Liberties(telling.liberties) {}

  // Half of all keys take it; none does where there are no liberties.
  bool takes(std::string_view purpose) const { return key_ != 0 && (key(purpose) & 1) != 0; }
  std::uint64_t key(std::string_view purpose) const { return program::choice_key(key_, 0, purpose); }

 private:
  std::uint64_t key_;
};

}  // namespace gcrucible::calls
