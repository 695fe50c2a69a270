// Copies of values of a line, because the arguments of a call are needed when the call returns.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "harness/trace/read/value.h"

namespace gcrucible::rules {

// Owns the copies. Moving keeps the values in place.
class ValueCopies {
 public:
  ValueCopies() = default;
  // Null or a value that is not a list gives no values.
  explicit ValueCopies(const trace::Value* list);

  std::span<const trace::Value> values() const { return values_; }

 private:
  trace::Value copy(const trace::Value& value);
  trace::Table copy(const trace::Table& table);

  std::vector<trace::Value> values_;
  std::vector<std::unique_ptr<char[]>> texts_;
  std::vector<std::unique_ptr<char16_t[]>> wide_texts_;
  std::vector<std::unique_ptr<std::uint64_t[]>> cells_;
  std::vector<std::unique_ptr<trace::Value[]>> lists_;
};

}  // namespace gcrucible::rules
