// Reads lines in the form of gcrucible's own writer, without a JSON parser.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

#include "harness/trace/line.h"

namespace gcrucible::trace {

// Limits for lines of any origin: more than gcrucible's own lines need, and safe for the stack.
inline constexpr int kDeepest = 16;
inline constexpr std::size_t kWidest = std::tuple_size_v<decltype(Table::columns)>;

// Parses "0x…" or "-0x…", the form of integers that a double cannot hold. The value keeps its text.
std::optional<Value> number_in(std::string_view text);

// One thread at a time. Does not support whitespace, escapes, non-ASCII characters, fractions or nested
// objects. Nearly all lines of nearly all traces have none of these. Reading them here takes a third of the
// time. For supported lines the result is equal to LineParser's.
class PlainLine {
 public:
  // False for an unsupported line, whether valid or not. `event` and `fields` are then unspecified. Their
  // views point into `arena`.
  bool parse(std::string_view text, Arena& arena, Event& event, std::vector<Field>& fields);

 private:
  bool at(char c) const { return next_ != end_ && *next_ == c; }
  bool take(char c) {
    if (!at(c)) return false;
    ++next_;
    return true;
  }
  bool word(std::string_view expected);
  bool characters(std::string_view& out);
  bool whole_number(std::uint64_t& size, bool& negative);
  // A number, or a string that contains one.
  bool cell(std::uint64_t& bits);
  bool place(std::uint64_t limit, std::uint64_t& out);
  bool result(std::int32_t& hr);
  bool any(Value& out, int depth);
  bool table_or_list(Value& out, int depth);
  bool list_of_any(Value& out, int depth);
  // These start after the opening bracket. They also return false for an array of another form.
  bool numbers(Value& out);
  bool booleans(Value& out);
  bool rows(Value& out);
  bool other(std::string_view key, const Event& event, std::vector<Field>& fields);
  bool entry(std::string_view key, Event& event, std::vector<Field>& fields);

  const char* next_ = nullptr;
  const char* end_ = nullptr;
  Arena* arena_ = nullptr;
  bool has_kind_ = false;
  bool has_n_ = false;
  bool has_t_ = false;
  bool has_hr_ = false;
  bool as_written_ = false;  // the value being read has texts in its arrays, so these are not tables
  std::vector<std::uint64_t> cells_;
  std::vector<std::int32_t> truths_;
};

}  // namespace gcrucible::trace
