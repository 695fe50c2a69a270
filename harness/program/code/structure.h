// The fields of a structure of a program, listed directly after it. Code that treats all fields alike (the
// codec, the search for parts, the tests' generator) calls fields().
//
// Structured bindings are intentional: if a new field is missing in the list, the code does not compile. They
// bind by position, so the list has the names of the members in their order.
#pragma once

#include <concepts>
#include <type_traits>

namespace gcrucible::program {

template <typename T, typename Structure>
concept Is = std::same_as<std::remove_cvref_t<T>, Structure>;

// Defines fields(x, visit), which calls `visit` once with all fields of a Structure.
#define GCRUCIBLE_FIELDS(Structure, ...)                \
  template <typename Visitor>                           \
  void fields(Is<Structure> auto& x, Visitor&& visit) { \
    auto& [__VA_ARGS__] = x;                            \
    visit(__VA_ARGS__);                                 \
  }
#define GCRUCIBLE_NO_FIELDS(Structure)                \
  template <typename Visitor>                         \
  void fields(Is<Structure> auto&, Visitor&& visit) { \
    visit();                                          \
  }

}  // namespace gcrucible::program
