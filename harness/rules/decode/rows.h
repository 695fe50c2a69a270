// The rows of an array in a line, whichever way the reader gives it: as a table of numbers, or as a list of
// lists where rows hold texts, booleans or nulls too.
#pragma once

#include <cstdint>
#include <string_view>

#include "harness/trace/event.h"

namespace gcrucible::rules {

// A view; the line outlives it. Cells that are absent or of another kind are 0 or empty.
class Rows {
 public:
  // Takes null for a field that is not there: no rows.
  explicit Rows(const trace::Value* value) : value_(value) {}

  std::uint64_t size() const;
  std::uint64_t number(std::uint64_t row, std::size_t column = 0) const;
  std::string_view text(std::uint64_t row, std::size_t column = 0) const;

 private:
  const trace::Value* entry(std::uint64_t row) const;
  const trace::Value* value_;
};

}  // namespace gcrucible::rules
