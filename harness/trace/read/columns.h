// Short names for the columns and tables of callbacks.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>

#include "harness/abi/types.h"
#include "harness/trace/read/value.h"

namespace gcrucible::trace {

static_assert(sizeof(abi::UINT_PTR) == sizeof(std::uint64_t), "traces are written by 64-bit processes only");

constexpr Column id_column(const abi::UINT_PTR* data) {
  return {.data = data, .type = Column::Type::kU64, .is_id = true};
}
constexpr Column size_column(const abi::SIZE_T* data) {
  return {.data = data, .type = Column::Type::kU64};
}
// Counts, lengths, and enumerations with an unsigned 32-bit type.
template <typename T>
constexpr Column u32_column(const T* data) {
  static_assert(sizeof(T) == sizeof(std::uint32_t));
  return {.data = data, .type = Column::Type::kU32};
}
constexpr Column bool_column(const abi::BOOL* data) {
  return {.data = data, .type = Column::Type::kBool32};
}

template <typename... Columns>
constexpr Value table_of(std::uint64_t rows, Columns... columns) {
  static_assert(sizeof...(Columns) <= std::tuple_size_v<decltype(Table::columns)>);
  return table({.rows = rows, .width = sizeof...(Columns), .columns = {columns...}});
}

}  // namespace gcrucible::trace
