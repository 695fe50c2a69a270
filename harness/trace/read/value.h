// The values of an event: views of memory that belongs to the creator of the event.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace gcrucible::trace {

struct Value;

// One column of parallel arrays of a callback. A null array has no data; its cells are written as null.
struct Column {
  enum class Type : std::uint8_t { kU64, kU32, kI32, kBool32 };
  const void* data = nullptr;
  Type type = Type::kU64;
  // Bytes from one cell to the next. 0 for adjacent cells; the structure's size if the column is a field.
  std::uint32_t stride = 0;
  // Addresses and other ids. They are written relative to the canonical base, so traces are equal on every
  // machine.
  bool is_id = false;

  std::uint64_t at(std::uint64_t row) const;
};

// Parallel arrays, written as [[a,b,c],…], or as [a,b,…] for one column.
struct Table {
  std::uint64_t rows = 0;
  std::uint8_t width = 0;
  std::array<Column, 5> columns{};
};

// A tagged value. Text is UTF-8, or the CLR's UTF-16. Both are written as UTF-8, so callers need not convert.
// Integers of 2^53 and above are written as strings "0x…".
struct Value {
  enum class Kind : std::uint8_t { kNull, kBool, kNumber, kSigned, kId, kText, kText16, kTable, kList };
  Kind kind = Kind::kNull;
  std::uint64_t number = 0;  // kBool, kNumber, kSigned (two's complement), kId
  std::string_view text = {};
  std::u16string_view text16 = {};
  Table table = {};
  std::span<const Value> list = {};
};

constexpr Value null() {
  return {};
}
constexpr Value boolean(bool value) {
  return {.kind = Value::Kind::kBool, .number = value ? 1u : 0u};
}
constexpr Value number(std::uint64_t value) {
  return {.kind = Value::Kind::kNumber, .number = value};
}
constexpr Value signed_number(std::int64_t value) {
  return {.kind = Value::Kind::kSigned, .number = static_cast<std::uint64_t>(value)};
}
constexpr Value id(std::uint64_t value) {
  return {.kind = Value::Kind::kId, .number = value};
}
constexpr Value text(std::string_view value) {
  return {.kind = Value::Kind::kText, .text = value};
}
constexpr Value text16(std::u16string_view value) {
  return {.kind = Value::Kind::kText16, .text16 = value};
}
constexpr Value table(const Table& value) {
  return {.kind = Value::Kind::kTable, .table = value};
}
constexpr Value list(std::span<const Value> value) {
  return {.kind = Value::Kind::kList, .list = value};
}

// A key and its value in a line of the trace.
struct Field {
  std::string_view key;
  Value value;
};

inline std::uint64_t Column::at(std::uint64_t row) const {
  const auto cell = [&]<typename T>(T) {
    const std::size_t step = stride == 0 ? sizeof(T) : stride;
    return *reinterpret_cast<const T*>(static_cast<const char*>(data) + row * step);
  };
  switch (type) {
    case Type::kU64:
      return cell(std::uint64_t{});
    case Type::kU32:
      return cell(std::uint32_t{});
    case Type::kI32:
      return static_cast<std::uint64_t>(std::int64_t{cell(std::int32_t{})});
    case Type::kBool32:
      return cell(std::int32_t{}) != 0 ? 1u : 0u;
  }
  return 0;
}

}  // namespace gcrucible::trace
