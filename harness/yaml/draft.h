// A YAML document under construction. The layout is the one people use for scenarios: short maps and lists on
// one line, long ones on several lines.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gcrucible::yaml {

struct DraftEntry;

struct Draft {
  enum class Kind : std::uint8_t { kScalar, kList, kMap };
  Kind kind = Kind::kScalar;
  std::string written;              // of a scalar, including its quotes
  std::vector<Draft> items;         // of a list
  std::vector<DraftEntry> entries;  // of a map, in file order
  bool block = false;               // a line for each entry or item, although there were room on one

  void add(std::string_view key, Draft value);
  void add(Draft item);
  bool empty() const;
};

struct DraftEntry {
  std::string key;  // without quotes
  Draft value;
};

inline void Draft::add(std::string_view key, Draft value) {
  entries.push_back({std::string(key), std::move(value)});
}
inline void Draft::add(Draft item) {
  items.push_back(std::move(item));
}
inline bool Draft::empty() const {
  return items.empty() && entries.empty();
}

Draft draft_map();
Draft draft_list();
// Written unchanged: a keyword, or a number that is already formatted.
Draft draft_word(std::string_view word);
Draft draft_flag(bool value);
Draft draft_number(std::uint64_t value);
Draft draft_hex(std::uint64_t value);
// Hexadecimal, except for the small addresses of the documentation's examples.
Draft draft_address(std::uint64_t value);
// Any text. Quotes are added if the text would otherwise be read as something else.
Draft draft_text(std::string_view text);
// Any text, always in quotes.
Draft draft_quoted(std::string_view text);
// A text that has the rest of its line to itself, such as a title.
Draft draft_line(std::string_view text);
// Sentences after a key of the outermost map. Long text is folded over several lines.
Draft draft_prose(std::string_view text);

// Writes the whole document, with a line feed at the end. `root` is a map.
std::string write(const Draft& root);

}  // namespace gcrucible::yaml
