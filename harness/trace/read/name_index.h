// Finds a name in a fixed table. Every line of a trace names a method and keys. A linear search for each
// would cost more than all checkers together.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace gcrucible::trace {

// Built at compile time. The names must differ and outlive the index. Empty names are not found.
template <std::size_t N>
class NameIndex {
 public:
  static_assert(N < 0xFFFF);
  static constexpr std::size_t kNone = N;

  constexpr explicit NameIndex(const std::array<std::string_view, N>& names) : names_(names) {
    for (std::uint16_t& slot : slots_) slot = static_cast<std::uint16_t>(kNone);
    for (std::size_t i = 0; i < N; ++i) {
      if (names[i].empty()) continue;
      std::size_t slot = hash(names[i]) % kSlots;
      while (slots_[slot] != kNone) slot = (slot + 1) % kSlots;
      slots_[slot] = static_cast<std::uint16_t>(i);
    }
  }

  // Position in the table, or kNone.
  constexpr std::size_t find(std::string_view name) const {
    if (name.empty()) return kNone;
    for (std::size_t slot = hash(name) % kSlots; slots_[slot] != kNone; slot = (slot + 1) % kSlots) {
      if (names_[slots_[slot]] == name) return slots_[slot];
    }
    return kNone;
  }
  constexpr std::string_view name(std::size_t place) const { return names_[place]; }

 private:
  // Sparse, so that chains are short.
  static constexpr std::size_t kSlots = std::bit_ceil(4 * N);

  // Five characters and the length distinguish methods well enough. Colliding names are compared in full.
  static constexpr std::size_t hash(std::string_view name) {
    std::size_t sum = name.size();
    for (const std::size_t quarter : {std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{3}}) {
      sum = sum * 31 + static_cast<unsigned char>(name[name.size() * quarter / 4]);
    }
    sum = sum * 31 + static_cast<unsigned char>(name.back());
    return sum ^ (sum >> 7);
  }

  std::array<std::string_view, N> names_{};
  std::array<std::uint16_t, kSlots> slots_{};
};

}  // namespace gcrucible::trace
