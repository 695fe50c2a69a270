// The rows of an array in a line. The reader produces a table of numbers, or a list of lists if rows
// contain texts, booleans or nulls.
#pragma once

#include <cstdint>
#include <string_view>

#include "harness/trace/event.h"

namespace gcrucible::rules {

// A view; the line must outlive it. Absent cells and cells of another kind are 0 or empty.
class Rows {
 public:
  // Null for a missing field: no rows.
  explicit Rows(const trace::Value* value) : value_(value) {}

  std::uint64_t size() const;
  std::uint64_t number(std::uint64_t row, std::size_t column = 0) const;
  std::string_view text(std::uint64_t row, std::size_t column = 0) const;

 private:
  const trace::Value* entry(std::uint64_t row) const;
  const trace::Value* value_;
};

}  // namespace gcrucible::rules
