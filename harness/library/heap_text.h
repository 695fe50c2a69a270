// Converts a built heap to the text of a scenario.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/library/heap_access.h"

namespace gcrucible {

struct HeapText {
  std::string text;
  std::vector<std::uint32_t> step_lines;  // the line on which each step begins
};

HeapText text_of(const Heap::Impl& heap);

// A double-quoted YAML string.
std::string in_yaml(std::string_view text);
// An empty Object gives null.
std::string in_yaml(const Object& object);
std::string word_of(Generation generation);

// Builds a YAML flow map from pairs; text() returns "{a: 1, b: 2}".
class FlowMap {
 public:
  FlowMap& add(std::string_view key, std::string_view yaml);
  FlowMap& add_if(bool said, std::string_view key, std::string_view yaml);
  bool empty() const { return text_.empty(); }
  std::string text() const { return "{" + text_ + "}"; }

 private:
  std::string text_;
};

// "[a, b]"; each value is YAML.
std::string flow_list(const std::vector<std::string>& values);

}  // namespace gcrucible
