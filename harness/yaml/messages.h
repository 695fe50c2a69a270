// What is wrong with a file, for its author: place, what, what to do, and the line itself with a caret.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "harness/yaml/value.h"

namespace gcrucible::yaml {

// Of a terminal, where nobody knows better.
inline constexpr std::size_t kUsualWidth = 80;

struct Message {
  Place place;
  std::string what;
  std::string remedy;  // may be empty
};

// Collects messages of one file; keeps a copy of its text for the excerpts.
class Messages {
 public:
  // More would hide the first ones, and nobody repairs more in one go.
  static constexpr std::size_t kMostShown = 20;
  // The first ones of a file are not the first ones found, so more are collected than shown.
  static constexpr std::size_t kMostCollected = 500;

  Messages(std::string file, std::string text);

  // The same said twice of one place is said once.
  void error(Place place, std::string what, std::string remedy = {});

  const std::string& file() const { return file_; }
  const std::string& text() const { return text_; }
  bool empty() const { return messages_.empty(); }
  // Readers stop here: suggestions for thousands of mistakes nobody sees would take minutes.
  bool full() const { return messages_.size() >= kMostCollected; }
  const std::vector<Message>& list() const { return messages_; }

  // "file:line:column: error: what; what to do", without the excerpt.
  std::string headline(const Message& message) const;
  // In the order of the file, each with its excerpt, and a last line "and N more" where some were left out.
  // Excerpts fit `width` columns; headlines are never broken, so that programs can read them.
  std::string render(std::size_t width = kUsualWidth) const;

 private:
  std::string file_;
  std::string text_;
  std::vector<Message> messages_;
};

// The line at `place` of a file with its number, at most `width` characters of it, and a caret beneath.
std::string excerpt(std::string_view text, Place place, std::size_t width);

// Text from a file as part of a message: cut where it is long, control characters made visible, in quotes.
std::string in_quotes(std::string_view text);

}  // namespace gcrucible::yaml
