#include "harness/yaml/draft.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace gcrucible::yaml {
namespace {

constexpr std::size_t kWidth = 110;
constexpr std::size_t kStep = 2;  // columns of one indentation level

bool is_alphanumeric(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

// True for a text that a YAML reader would read as something other than text.
bool is_another_thing(std::string_view text) {
  static constexpr std::array<std::string_view, 13> kWords = {
      "null", "Null", "NULL", "true", "True", "TRUE", "false", "False", "FALSE", "yes", "no", "on", "off"};
  if (std::ranges::find(kWords, text) != kWords.end()) return true;
  if (text.front() != '.' && (text.front() < '0' || text.front() > '9')) return false;
  return std::ranges::all_of(text, [](char c) {
    return std::string_view("0123456789abcdefABCDEFxXoO._+-").find(c) != std::string_view::npos;
  });
}

// True if the text is safe without quotes in flow style, and therefore everywhere.
bool is_plain(std::string_view text) {
  if (text.empty() || text.back() == ' ') return false;
  if (!is_alphanumeric(text.front()) && std::string_view("_./").find(text.front()) == std::string_view::npos)
    return false;
  for (const char c : text) {
    if (!is_alphanumeric(c) && std::string_view(" _-.<>+/()`';=$!?").find(c) == std::string_view::npos)
      return false;
  }
  return !is_another_thing(text);
}

// True if the text is safe without quotes after a key, when the text has the rest of the line to itself.
bool is_plain_line(std::string_view text) {
  if (text.empty() || text.back() == ' ' || text.back() == ':') return false;
  if (!is_alphanumeric(text.front()) || is_another_thing(text)) return false;
  if (text.find(": ") != std::string_view::npos || text.find(" #") != std::string_view::npos) return false;
  return std::ranges::all_of(text,
                             [](char c) { return static_cast<unsigned char>(c) >= 0x20u && c != 0x7F; });
}

std::string in_double_quotes(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (c == '\n') {
      result += "\\n";
    } else if (c == '\t') {
      result += "\\t";
    } else if (byte < 0x20u || byte == 0x7Fu) {
      result += fmt::format("\\x{:02X}", byte);
    } else {
      result += c;
    }
  }
  return result + '"';
}

std::string as_text(std::string_view text) {
  return is_plain(text) ? std::string(text) : in_double_quotes(text);
}

// Generations are numeric keys, written without quotes.
std::string as_key(std::string_view key) {
  return key.size() == 1 && key.front() >= '0' && key.front() <= '9' ? std::string(key) : as_text(key);
}

bool has_blocks(const Draft& draft) {
  const auto in_entry = [](const auto& entry) { return has_blocks(entry.value); };
  return draft.block || draft.written.find('\n') != std::string::npos ||
         std::ranges::any_of(draft.items, has_blocks) || std::ranges::any_of(draft.entries, in_entry);
}

std::string on_one_line(const Draft& draft) {
  std::string result;
  switch (draft.kind) {
    case Draft::Kind::kScalar:
      return draft.written;
    case Draft::Kind::kList:
      for (const Draft& item : draft.items) result += (result.empty() ? "" : ", ") + on_one_line(item);
      return "[" + result + "]";
    case Draft::Kind::kMap:
      for (const auto& [key, value] : draft.entries)
        result += (result.empty() ? "" : ", ") + as_key(key) + ": " + on_one_line(value);
      return "{" + result + "}";
  }
  return result;
}

class Layout {
 public:
  std::string take() { return std::move(text_); }

  void entries(const Draft& map, std::size_t indent) {
    bool first = true;
    for (const auto& [key, value] : map.entries) {
      // The first entry may follow a dash on the same line.
      if (!first || column() == 0) fresh_line(indent);
      first = false;
      text_ += as_key(key) + ":";
      behind_key(value, indent);
    }
  }

 private:
  std::size_t column() const {
    const std::size_t line = text_.rfind('\n');
    return line == std::string::npos ? text_.size() : text_.size() - line - 1;
  }
  void fresh_line(std::size_t indent) {
    if (column() != 0) text_ += '\n';
    text_.append(indent, ' ');
  }

  // True if the value was written, or can only be written on one line.
  bool line(const Draft& value) {
    const bool simple = value.kind == Draft::Kind::kScalar || value.empty();
    if (!simple && has_blocks(value)) return false;
    const std::string whole = on_one_line(value);
    if (!simple && column() + 1 + whole.size() > kWidth) return false;
    text_ += " " + whole;
    return true;
  }

  void wrapped(const Draft& list) {
    text_ += " [";
    const std::size_t indent = column();
    bool first = true;
    for (const Draft& item : list.items) {
      const std::string& word = item.written;
      if (!first) text_ += column() + 3 + word.size() > kWidth ? ",\n" + std::string(indent, ' ') : ", ";
      first = false;
      text_ += word;
    }
    text_ += ']';
  }

  void list_items(const Draft& list, std::size_t indent) {
    for (const Draft& item : list.items) {
      fresh_line(indent);
      text_ += '-';
      if (line(item)) continue;
      if (item.kind == Draft::Kind::kMap) {
        text_ += ' ';
        entries(item, indent + kStep);
      } else {
        list_items(item, indent + kStep);
      }
    }
  }

  void behind_key(const Draft& value, std::size_t indent) {
    if (line(value)) return;
    const auto is_scalar = [](const Draft& item) { return item.kind == Draft::Kind::kScalar; };
    if (value.kind == Draft::Kind::kMap) {
      text_ += '\n';
      entries(value, indent + kStep);
    } else if (!value.block && std::ranges::all_of(value.items, is_scalar)) {
      wrapped(value);
    } else {
      list_items(value, indent + kStep);
    }
  }

  std::string text_;
};

}  // namespace

Draft draft_map() {
  Draft draft;
  draft.kind = Draft::Kind::kMap;
  return draft;
}
Draft draft_list() {
  Draft draft;
  draft.kind = Draft::Kind::kList;
  return draft;
}
Draft draft_word(std::string_view word) {
  Draft draft;
  draft.written = word;
  return draft;
}
Draft draft_flag(bool value) {
  return draft_word(value ? "true" : "false");
}
Draft draft_number(std::uint64_t value) {
  return draft_word(std::to_string(value));
}
Draft draft_hex(std::uint64_t value) {
  return draft_word(fmt::format("0x{:X}", value));
}
Draft draft_address(std::uint64_t value) {
  constexpr std::uint64_t kSmall = 1000;
  return value < kSmall ? draft_number(value) : draft_hex(value);
}
Draft draft_line(std::string_view text) {
  return draft_word(is_plain_line(text) ? std::string(text) : as_text(text));
}
Draft draft_text(std::string_view text) {
  return draft_word(as_text(text));
}
Draft draft_quoted(std::string_view text) {
  return draft_word(in_double_quotes(text));
}

Draft draft_prose(std::string_view text) {
  const bool words_only =
      std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) >= 0x20u; }) &&
      !text.starts_with(' ') && !text.ends_with(' ') && text.find("  ") == std::string_view::npos;
  constexpr std::size_t kRoom = 100;
  if (!words_only || text.size() < kRoom) return draft_line(text);
  std::string folded = ">-";
  std::size_t column = kWidth;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (column + 1 + end > kWidth) {
      folded += "\n ";
      column = 1;
    }
    folded += ' ';
    folded += text.substr(0, end);
    column += 1 + end;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return draft_word(folded);
}

std::string write(const Draft& root) {
  Layout layout;
  layout.entries(root, 0);
  return layout.take() + "\n";
}

}  // namespace gcrucible::yaml
