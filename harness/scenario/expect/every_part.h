// Finds values of one kind anywhere in a program.
#pragma once

#include <optional>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "harness/program/program.h"

namespace gcrucible::scenario {

namespace detail {

struct AnyFields {
  template <typename... Field>
  void operator()(Field&...) const {}
};

template <typename T>
concept HasFields = requires(T& x) {
  program::fields(x, AnyFields{});
};

template <typename T>
struct IsVector : std::false_type {};
template <typename T>
struct IsVector<std::vector<T>> : std::bool_constant<!std::is_same_v<T, bool>> {};
template <typename T>
struct IsOptional : std::false_type {};
template <typename T>
struct IsOptional<std::optional<T>> : std::true_type {};
// program::Action is a struct that derives from its variant.
template <typename... T>
std::true_type is_variant(const std::variant<T...>*);
std::false_type is_variant(const void*);
template <typename T>
inline constexpr bool kIsVariant = decltype(is_variant(std::declval<T*>()))::value;

}  // namespace detail

// Calls `use` with every Part in `x`, in order.
template <typename Part, typename T, typename Use>
void every(T& x, const Use& use) {
  using Plain = std::remove_const_t<T>;
  if constexpr (std::is_same_v<Plain, Part>) {
    use(x);
  } else if constexpr (detail::IsVector<Plain>::value) {
    for (auto& each : x) every<Part>(each, use);
  } else if constexpr (detail::IsOptional<Plain>::value) {
    if (x) every<Part>(*x, use);
  } else if constexpr (detail::kIsVariant<Plain>) {
    std::visit([&](auto& each) { every<Part>(each, use); }, x);
  } else if constexpr (detail::HasFields<T>) {
    program::fields(x, [&](auto&... field) { (every<Part>(field, use), ...); });
  }
}

}  // namespace gcrucible::scenario
