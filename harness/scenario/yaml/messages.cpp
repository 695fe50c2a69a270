#include "harness/scenario/yaml/messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace gcrucible::yaml {
namespace {

// Wider lines are cut around the caret, so that it stays on a terminal of 80 columns together with the line
// number.
constexpr std::size_t kExcerptWidth = 72;
constexpr std::size_t kLongestQuote = 40;

bool is_continuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0u) == 0x80u;
}

std::string_view line_of(std::string_view text, std::uint32_t line) {
  for (std::uint32_t i = 1; i < line; ++i) {
    const auto end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
  text = text.substr(0, text.find('\n'));
  if (!text.empty() && text.back() == '\r') text.remove_suffix(1);
  return text;
}

// Characters [first, first + most) of a line; tabs and control characters become one visible column each.
std::string part_of(std::string_view line, std::size_t first, std::size_t most) {
  std::string result;
  std::size_t index = 0;  // of the next character
  for (const char byte : line) {
    if (is_continuation(byte)) {
      if (index > first && index <= first + most) result.push_back(byte);
      continue;
    }
    if (index >= first + most) break;
    const bool control = static_cast<unsigned char>(byte) < 0x20u || byte == 0x7F;
    if (index >= first) result.push_back(control ? ' ' : byte);
    ++index;
  }
  return result;
}

std::string excerpt(std::string_view text, Place place) {
  if (place.line == 0) return {};
  const std::string_view line = line_of(text, place.line);
  if (line.empty()) return {};
  const std::size_t caret = place.column == 0 ? 0 : place.column - 1;
  const std::size_t first = caret + 8 > kExcerptWidth ? caret + 8 - kExcerptWidth : 0;
  return fmt::format("  {:>5} | {}\n        | {}^\n", place.line, part_of(line, first, kExcerptWidth),
                     std::string(caret - first, ' '));
}

}  // namespace

std::string_view describe(Value::Kind kind) {
  switch (kind) {
    case Value::Kind::kNull:
      return "nothing";
    case Value::Kind::kScalar:
      return "a single value";
    case Value::Kind::kList:
      return "a list";
    case Value::Kind::kMap:
      return "a map";
  }
  return "";
}

void Messages::error(Place place, std::string what, std::string remedy) {
  if (messages_.size() == kMost) {
    more_ = true;
    return;
  }
  messages_.push_back({place, std::move(what), std::move(remedy)});
}

std::string Messages::headline(const Message& message) const {
  std::string line = file_;
  if (message.place.line != 0) line += fmt::format(":{}:{}", message.place.line, message.place.column);
  line += ": error: " + message.what;
  if (!message.remedy.empty()) line += "; " + message.remedy;
  return line;
}

std::string Messages::render() const {
  std::vector<Message> sorted = messages_;
  std::ranges::stable_sort(sorted, {}, [](const Message& message) {
    return std::tuple(message.place.line, message.place.column);
  });
  std::string result;
  for (const Message& message : sorted) {
    result += headline(message) + "\n" + excerpt(text_, message.place);
  }
  if (more_) result += fmt::format("{}: there are more errors; repair these first\n", file_);
  return result;
}

std::string in_quotes(std::string_view text) {
  const std::string shown = part_of(text, 0, kLongestQuote);
  const bool cut = part_of(text, kLongestQuote, 1) != "";
  return "\"" + shown + (cut ? "…\"" : "\"");
}

}  // namespace gcrucible::yaml
