// Lines as our own writer writes them, read without a JSON parser.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

#include "harness/trace/line.h"

namespace gcrucible::trace {

// What a line may be, whoever reads it: deeper than any of ours, shallow enough for the stack.
inline constexpr int kDeepest = 16;
inline constexpr std::size_t kWidest = std::tuple_size_v<decltype(Table::columns)>;

// "0x…" or "-0x…", as integers are written that a double cannot hold; with the text.
std::optional<Value> number_in(std::string_view text);

// One thread at a time. Knows no whitespace, no escapes, no characters outside ASCII, no fractions and no
// objects inside the line's own; nearly all lines of nearly all traces are like that, and reading them so
// takes a third of the time. What it does read it reads as LineParser does.
class PlainLine {
 public:
  // False where it is no such line, whatever else it may be; then `event` and `fields` hold anything. What
  // they view lies in `arena`.
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
  // A number, or a string that says one.
  bool cell(std::uint64_t& bits);
  bool place(std::uint64_t limit, std::uint64_t& out);
  bool result(std::int32_t& hr);
  bool any(Value& out, int depth);
  bool table_or_list(Value& out, int depth);
  bool list_of_any(Value& out, int depth);
  // These stand behind the opening bracket. False, too, where it is an array of another form.
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
  bool as_written_ = false;  // the value that is read has texts in its arrays, so that they are no tables
  std::vector<std::uint64_t> cells_;
  std::vector<std::int32_t> truths_;
};

}  // namespace gcrucible::trace
