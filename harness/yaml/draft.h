// YAML in the making, laid out as people write scenarios: short maps and lists on one line, long ones on
// several.
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
  std::string written;              // of a scalar, with its quotes
  std::vector<Draft> items;         // of a list
  std::vector<DraftEntry> entries;  // of a map, in the order of the file
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
// As it is: a keyword, or a number that is written already.
Draft draft_word(std::string_view word);
Draft draft_flag(bool value);
Draft draft_number(std::uint64_t value);
Draft draft_hex(std::uint64_t value);
// Hexadecimal, unless it is one of the small ones of the documentation's examples.
Draft draft_address(std::uint64_t value);
// Any text, in quotes where it would be read as something else without.
Draft draft_text(std::string_view text);
// The same in quotes always.
Draft draft_quoted(std::string_view text);
// A text that has the rest of its line for itself, as titles have.
Draft draft_line(std::string_view text);
// A text of sentences behind a key of the outermost map: folded over several lines where it is long.
Draft draft_prose(std::string_view text);

// The whole document; `root` is a map. Ends with a line feed.
std::string write(const Draft& root);

}  // namespace gcrucible::yaml
