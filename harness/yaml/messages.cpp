#include "harness/yaml/messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "harness/yaml/text_checks.h"

namespace gcrucible::yaml {
namespace {

// The line number precedes the text of an excerpt. Lines that are too long are cut around the caret.
constexpr std::size_t kMargin = 10;
constexpr std::size_t kNarrowestExcerpt = 20;
constexpr std::size_t kLongestQuote = 40;

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

// Characters [first, first + most) of a line. Each tab, control character and byte of invalid UTF-8 becomes
// one visible column.
std::string part_of(std::string_view line, std::size_t first, std::size_t most) {
  std::string result;
  for (std::size_t index = 0; !line.empty() && index < first + most; ++index) {
    const std::size_t length = character_length(line);
    const std::string_view character = line.substr(0, std::max<std::size_t>(length, 1));
    line.remove_prefix(character.size());
    if (index < first) continue;
    const auto lead = static_cast<unsigned char>(character.front());
    // U+0080 to U+009F are control characters in two bytes.
    const bool control = lead < 0x20u || lead == 0x7Fu ||
                         (lead == 0xC2u && length == 2 && static_cast<unsigned char>(character[1]) < 0xA0u);
    if (length == 0) {
      result += '?';
    } else if (control) {
      result += ' ';
    } else {
      result += character;
    }
  }
  return result;
}

}  // namespace

std::string excerpt(std::string_view text, Place place, std::size_t width) {
  if (place.line == 0) return {};
  const std::string_view line = line_of(text, place.line);
  if (line.empty()) return {};
  const std::size_t caret = place.column == 0 ? 0 : place.column - 1;
  const std::size_t first = caret + 8 > width ? caret + 8 - width : 0;
  return fmt::format("  {:>5} | {}\n        | {}^\n", place.line, part_of(line, first, width),
                     std::string(caret - first, ' '));
}

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

Messages::Messages(std::string file, std::string text) : file_(std::move(file)), text_(std::move(text)) {
  // A byte order mark is not part of the text.
  if (text_.starts_with("\xEF\xBB\xBF")) text_.erase(0, 3);
}

void Messages::error(Place place, std::string what, std::string remedy) {
  if (full()) return;
  const auto same = [&](const Message& message) { return message.place == place && message.what == what; };
  if (std::ranges::any_of(messages_, same)) return;
  messages_.push_back({place, std::move(what), std::move(remedy)});
}

std::string Messages::headline(const Message& message) const {
  std::string line = file_;
  if (message.place.line != 0) line += fmt::format(":{}:{}", message.place.line, message.place.column);
  line += ": error: " + message.what;
  if (!message.remedy.empty()) line += "; " + message.remedy;
  return line;
}

std::string Messages::render(std::size_t width) const {
  const std::size_t room = std::max(width, kMargin + kNarrowestExcerpt + 1) - kMargin - 1;
  std::vector<Message> sorted = messages_;
  std::ranges::stable_sort(sorted, {}, [](const Message& message) {
    return std::tuple(message.place.line, message.place.column);
  });
  std::string result;
  const std::size_t shown = std::min(sorted.size(), kMostShown);
  for (std::size_t i = 0; i < shown; ++i) {
    result += headline(sorted[i]) + "\n" + excerpt(text_, sorted[i].place, room);
  }
  if (const std::size_t more = sorted.size() - shown; more != 0) {
    result += fmt::format("{}: and {}{} more\n", file_, full() ? "at least " : "", more);
  }
  return result;
}

std::string in_quotes(std::string_view text) {
  const std::string shown = part_of(text, 0, kLongestQuote);
  const bool cut = part_of(text, kLongestQuote, 1) != "";
  return "\"" + shown + (cut ? "…\"" : "\"");
}

}  // namespace gcrucible::yaml
