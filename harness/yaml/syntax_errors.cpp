#include "harness/yaml/syntax_errors.h"

#include <fmt/format.h>

#include <optional>
#include <vector>

namespace gcrucible::yaml {
namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

struct Bracket {
  char opening = 0;
  Place place;
};

// Scans the text as far as needed to match brackets: quotes, comments, and texts after `|`.
class Brackets {
 public:
  explicit Brackets(std::string_view text) : lines_(lines_of(text)) {}

  std::optional<Message> wrong() {
    for (number_ = 1; number_ <= lines_.size(); ++number_) {
      if (auto message = line(lines_[number_ - 1])) return message;
    }
    if (quote_ != 0 || open_.empty()) return std::nullopt;
    const Bracket& first = open_.front();
    return Message{first.place, fmt::format("the `{}` is never closed", first.opening),
                   fmt::format("add `{}` after its contents", closing(first.opening))};
  }

 private:
  static char closing(char opening) { return opening == '[' ? ']' : '}'; }

  std::optional<Message> line(std::string_view text) {
    const std::size_t indent = text.find_first_not_of(' ');
    if (block_text_) {
      if (indent == std::string_view::npos || indent > block_indent_) return std::nullopt;
      block_text_ = false;
    }
    bool starts = true;  // a value or key may start here
    std::uint32_t column = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const char c = text[i];
      if ((static_cast<unsigned char>(c) & 0xC0u) != 0x80u) ++column;
      const Place here{static_cast<std::uint32_t>(number_), column};
      if (quote_ != 0) {
        const bool doubled = quote_ == '\'' && c == '\'' && text.substr(i + 1).starts_with('\'');
        if (doubled || (quote_ == '"' && c == '\\')) {
          ++i, ++column;
        } else if (c == quote_) {
          quote_ = 0;
        }
        continue;
      }
      if (is_blank(c)) continue;
      if (c == '#' && (i == 0 || is_blank(text[i - 1]))) break;
      const bool opens = c == '[' || c == '{';
      const bool closes = (c == ']' || c == '}') && !open_.empty();
      if (starts && (c == '"' || c == '\'')) {
        quote_ = c;
      } else if (opens && (starts || !open_.empty())) {
        open_.push_back({c, here});
        starts = true;
        continue;
      } else if (closes) {
        const Bracket last = open_.back();
        if (closing(last.opening) != c) {
          return Message{last.place,
                         fmt::format("the `{}` is not closed before the `{}` on line {}, column {}",
                                     last.opening, c, here.line, here.column),
                         fmt::format("add `{}` before that", closing(last.opening))};
        }
        open_.pop_back();
        starts = false;
        continue;
      } else if (starts && open_.empty() && (c == '|' || c == '>')) {
        block_text_ = true;
        block_indent_ = indent == std::string_view::npos ? 0 : indent;
        break;
      }
      // After one of these characters and a blank, a new value starts. Inside brackets a comma needs no
      // blank.
      const bool before_blank = i + 1 == text.size() || is_blank(text[i + 1]);
      starts = (c == ',' && !open_.empty()) || ((c == ':' || (c == '-' && starts)) && before_blank);
    }
    return std::nullopt;
  }

  std::vector<std::string_view> lines_;
  std::size_t number_ = 0;
  std::vector<Bracket> open_;
  char quote_ = 0;
  bool block_text_ = false;
  std::size_t block_indent_ = 0;
};

// Returns the word if a key without its colon stands alone on a line. Otherwise empty.
std::string_view bare_word(std::string_view line) {
  const std::string_view text = trimmed(line);
  const bool is_word =
      !text.empty() && text.find_first_not_of("abcdefghijklmnopqrstuvwxyz-") == std::string_view::npos;
  return is_word && text.front() != '-' ? text : std::string_view();
}

Message no_colon(std::string_view line, std::uint32_t number) {
  const std::string_view word = bare_word(line);
  const auto column = static_cast<std::uint32_t>(line.find(word) + 1);
  return {{number, column},
          fmt::format("the `:` after {} is missing", in_quotes(word)),
          fmt::format("write `{}:`", word)};
}

// The last line before `number` with content; 0 if there is none.
std::uint32_t line_before(const std::vector<std::string_view>& lines, std::uint32_t number) {
  while (--number > 0) {
    const std::string_view text = trimmed(lines[number - 1]);
    if (!text.empty() && text.front() != '#') return number;
  }
  return 0;
}

std::size_t indent_of(std::string_view line) {
  const std::size_t indent = line.find_first_not_of(' ');
  return indent == std::string_view::npos ? line.size() : indent;
}

constexpr std::string_view kAlign =
    "begin it in the same column as the other keys or dashes of its list or map";

Message indentation(const std::vector<std::string_view>& lines, Place at) {
  const std::uint32_t before = line_before(lines, at.line);
  const std::size_t indent = indent_of(lines[at.line - 1]);
  at.column = static_cast<std::uint32_t>(indent + 1);
  if (before == 0) return {at, "the indentation of this line fits no other", std::string(kAlign)};
  return {at,
          fmt::format(
              "this line is indented by {}, line {} by {}, and it belongs neither into that nor next to it",
              indent, before, indent_of(lines[before - 1])),
          std::string(kAlign)};
}

Message map_value(const std::vector<std::string_view>& lines, Place at) {
  const std::string_view line = lines[at.line - 1];
  const std::size_t colon = line.find(": ");
  // A second colon on a line is inside a text.
  if (colon != std::string_view::npos && colon + 1 < at.column) {
    const std::size_t first = colon + 1;
    if (first != at.column) {
      return {at, "a text with `: ` in it", "put the whole text in quotes"};
    }
  }
  const std::uint32_t before = line_before(lines, at.line);
  if (before != 0 && !bare_word(lines[before - 1]).empty()) return no_colon(lines[before - 1], before);
  return indentation(lines, at);
}

Message end_of_map(const std::vector<std::string_view>& lines, Place at) {
  const std::string_view line = lines[at.line - 1];
  if (at.column <= indent_of(line) + 1) {
    if (!bare_word(line).empty()) return no_colon(line, at.line);
    return indentation(lines, at);
  }
  return {at, "unexpected text after a complete value",
          "remove it, begin a new line, or put all of it in quotes (inside '…' a ' is written twice)"};
}

bool has(std::string_view said, std::string_view part) {
  return said.find(part) != std::string_view::npos;
}

}  // namespace

Message syntax_error(std::string_view text, std::string_view said, Place at) {
  const std::vector<std::string_view> lines = lines_of(text);
  if (auto message = Brackets(text).wrong()) return *message;
  if (at.line == 0 || at.line > lines.size()) {
    return {at, "this is not YAML", "check brackets, quotes and indentation"};
  }
  if (has(said, "flow")) {
    return {at, "the brackets here do not fit together",
            "check that each `{` has its `}`, each `[` its `]`, with commas between"};
  }
  if (has(said, "illegal map value")) return map_value(lines, at);
  if (has(said, "end of map")) return end_of_map(lines, at);
  if (has(said, "end of sequence")) return indentation(lines, at);
  if (has(said, "illegal block entry")) {
    return {at, "a dash where no list can begin",
            "begin the list on a line of its own; inside `[ ]` and `{ }` there are no dashes"};
  }
  if (has(said, "end of scalar")) return {at, "a text without an end", "its closing quote is missing"};
  if (has(said, "unknown escape")) {
    return {at, "a backslash without a meaning between \"…\"",
            "use single quotes, or write the backslash twice"};
  }
  if (has(said, "anchor")) {
    return {at, "a text that starts with `*` or `&`", "put it in quotes; scenarios have no aliases"};
  }
  if (has(said, "unknown token")) {
    return {at, "a text cannot start like this", "put it in quotes if it starts with one of @ ` % & * ! |"};
  }
  return {at, "this is not YAML", "check brackets, quotes and indentation here and on the line before"};
}

}  // namespace gcrucible::yaml
