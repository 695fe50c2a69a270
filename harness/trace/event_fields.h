// Access to the fields of an event, from a running harness or from a file.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "harness/trace/event.h"

namespace gcrucible::trace {

// Null if the event has no such field.
inline const Value* find(const Event& event, std::string_view key) {
  for (const Field& field : event.fields) {
    if (field.key == key) return &field.value;
  }
  return nullptr;
}

// The field as a number or id. No value if it is absent or has another kind.
inline std::optional<std::uint64_t> number_in(const Event& event, std::string_view key) {
  const Value* const value = find(event, key);
  if (value == nullptr) return std::nullopt;
  const bool is_number = value->kind == Value::Kind::kNumber || value->kind == Value::Kind::kId ||
                         value->kind == Value::Kind::kSigned;
  return is_number ? std::optional(value->number) : std::nullopt;
}

// The field as a table. Empty if it is absent or has another kind.
inline Table table_in(const Event& event, std::string_view key) {
  const Value* const value = find(event, key);
  return value != nullptr && value->kind == Value::Kind::kTable ? value->table : Table{};
}

// The field as text. Empty if it is absent or has another kind.
inline std::string_view text_in(const Event& event, std::string_view key) {
  const Value* const value = find(event, key);
  return value == nullptr ? std::string_view{} : value->text;
}

}  // namespace gcrucible::trace
