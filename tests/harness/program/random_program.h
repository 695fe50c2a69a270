// Programs with every field filled at random. They cannot be run, but the codec must encode all of them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "harness/program/code/last_enumerator.h"

namespace gcrucible::tests {

class RandomFields {
 public:
  explicit RandomFields(std::uint64_t seed) : random_(seed) {}

  void operator()(auto&... values) { (fill(values), ...); }

  std::uint64_t below(std::uint64_t limit) { return random_() % limit; }

  void fill(bool& value) { value = below(2) == 1; }
  template <typename T>
  requires std::is_integral_v<T>
  void fill(T& value) { value = static_cast<T>(random_()); }
  template <typename T>
  requires std::is_enum_v<T>
  void fill(T& value) { value = static_cast<T>(below(static_cast<std::uint64_t>(program::kLast<T>) + 1)); }
  void fill(std::string& value) {
    for (std::uint64_t i = below(6); i > 0; --i) value.push_back(static_cast<char>(below(256)));
  }
  void fill(std::vector<bool>& value) {
    for (std::uint64_t i = below(6); i > 0; --i) value.push_back(below(2) == 1);
  }
  template <typename T>
  void fill(std::vector<T>& value) {
    for (std::uint64_t i = below(5); i > 0; --i) fill(value.emplace_back());
  }
  template <typename T, std::size_t N>
  void fill(std::array<T, N>& value) {
    for (T& each : value) fill(each);
  }
  template <typename T>
  void fill(std::optional<T>& value) {
    if (below(2) == 1) fill(value.emplace());
  }
  template <typename... T>
  void fill(std::variant<T...>& value) {
    pick(value, below(sizeof...(T)), std::index_sequence_for<T...>());
  }
  template <typename T>
  requires requires(T& value) {
    program::fields(value, [](auto&...) {});
  }
  void fill(T& value) { program::fields(value, *this); }

 private:
  template <typename Variant, std::size_t... I>
  void pick(Variant& value, std::uint64_t index, std::index_sequence<I...>) {
    ((I == index ? fill(value.template emplace<I>()) : void()), ...);
  }

  std::mt19937_64 random_;
};

inline program::Program random_program(std::uint64_t seed) {
  program::Program value;
  RandomFields(seed).fill(value);
  return value;
}

}  // namespace gcrucible::tests
