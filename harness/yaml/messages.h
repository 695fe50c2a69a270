// Messages for the author of a file: the place, the error, the remedy, and the line with a caret.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "harness/yaml/value.h"

namespace gcrucible::yaml {

// Width of a terminal, if the real width is unknown.
inline constexpr std::size_t kUsualWidth = 80;

struct Message {
  Place place;
  std::string what;
  std::string remedy;  // may be empty
};

// Collects messages of one file; keeps a copy of its text for the excerpts.
class Messages {
 public:
  // More messages would hide the first ones, and a user does not repair more at once.
  static constexpr std::size_t kMostShown = 20;
  // Messages are not found in file order. Therefore more messages are collected than shown.
  static constexpr std::size_t kMostCollected = 500;

  Messages(std::string file, std::string text);

  // Repeated identical messages for one place are added once.
  void error(Place place, std::string what, std::string remedy = {});

  const std::string& file() const { return file_; }
  const std::string& text() const { return text_; }
  bool empty() const { return messages_.empty(); }
  // Readers stop when this is true. Suggestions for thousands of invisible errors would take minutes.
  bool full() const { return messages_.size() >= kMostCollected; }
  const std::vector<Message>& list() const { return messages_; }

  // "file:line:column: error: what; what to do", without the excerpt.
  std::string headline(const Message& message) const;
  // All messages in file order, each with its excerpt. A last line "and N more" counts the omitted messages.
  // Excerpts fit `width` columns. Headlines are never broken, so that programs can parse them.
  std::string render(std::size_t width = kUsualWidth) const;

 private:
  std::string file_;
  std::string text_;
  std::vector<Message> messages_;
};

// The line at `place` with its number, at most `width` characters of the line, and a caret below.
std::string excerpt(std::string_view text, Place place, std::size_t width);

// Text from a file, formatted for a message: shortened if long, control characters made visible, in quotes.
std::string in_quotes(std::string_view text);

}  // namespace gcrucible::yaml
