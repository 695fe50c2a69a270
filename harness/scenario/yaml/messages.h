// What is wrong with a file, for its author: place, what, what to do, and the line itself with a caret.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/scenario/yaml/value.h"

namespace gcrucible::yaml {

struct Message {
  Place place;
  std::string what;
  std::string remedy;  // may be empty
};

// Collects messages of one file; keeps a copy of its text for the excerpts.
class Messages {
 public:
  // More would hide the first ones.
  static constexpr std::size_t kMost = 30;

  Messages(std::string file, std::string text) : file_(std::move(file)), text_(std::move(text)) {}

  void error(Place place, std::string what, std::string remedy = {});

  const std::string& file() const { return file_; }
  const std::string& text() const { return text_; }
  bool empty() const { return messages_.empty(); }
  // Readers stop here: suggestions for thousands of mistakes nobody sees would take minutes.
  bool full() const { return more_; }
  const std::vector<Message>& list() const { return messages_; }

  // "file:line:column: error: what; what to do", without the excerpt.
  std::string headline(const Message& message) const;
  // All of them in the order of the file, each with its excerpt, and a last line where some were left out.
  std::string render() const;

 private:
  std::string file_;
  std::string text_;
  std::vector<Message> messages_;
  bool more_ = false;  // than kMost
};

// Text from a file as part of a message: cut where it is long, control characters made visible, in quotes.
std::string in_quotes(std::string_view text);

}  // namespace gcrucible::yaml
