#include "harness/library/heap_text.h"

#include <algorithm>

namespace gcrucible {
namespace {

// Inserts `indent` before each line of `text` except the first.
std::string indented(std::string_view text, std::string_view indent) {
  std::string made;
  for (const char character : text) {
    made += character;
    if (character == '\n') made += indent;
  }
  return made;
}

}  // namespace

std::string in_yaml(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string made = "\"";
  for (const char character : text) {
    const auto code = static_cast<unsigned char>(character);
    if (character == '"' || character == '\\') {
      made += '\\';
      made += character;
    } else if (code < 0x20) {
      made += "\\x";
      made += kDigits[code >> 4];
      made += kDigits[code & 0xF];
    } else {
      made += character;
    }
  }
  return made + "\"";
}

std::string in_yaml(const Object& object) {
  return object.empty() ? "null" : in_yaml(object.name());
}

std::string word_of(Generation generation) {
  switch (generation) {
    case Generation::k0:
      return "0";
    case Generation::k1:
      return "1";
    case Generation::k2:
      return "2";
    case Generation::kLarge:
      return "loh";
    case Generation::kPinned:
      return "poh";
    case Generation::kFrozen:
      break;
  }
  return "frozen";
}

FlowMap& FlowMap::add(std::string_view key, std::string_view yaml) {
  if (!text_.empty()) text_ += ", ";
  text_ += std::string(key) + ": " + std::string(yaml);
  return *this;
}

FlowMap& FlowMap::add_if(bool said, std::string_view key, std::string_view yaml) {
  return said ? add(key, yaml) : *this;
}

std::string flow_list(const std::vector<std::string>& values) {
  std::string made;
  for (const std::string& value : values) made += (made.empty() ? "" : ", ") + value;
  return "[" + made + "]";
}

HeapText text_of(const Heap::Impl& heap) {
  HeapText made;
  made.text = "scenario: " + in_yaml(heap.title) + "\n";
  if (!heap.runtime.empty()) made.text += "runtime: " + in_yaml(heap.runtime) + "\n";
  if (heap.seed) made.text += "seed: " + std::to_string(*heap.seed) + "\n";
  if (!heap.settings.empty()) made.text += "heap: " + heap.settings + "\n";
  for (const std::string& key : heap.setup) made.text += key + "\n";
  if (!heap.threads.empty()) {
    std::vector<std::string> names{"main"};
    for (const std::string& name : heap.threads) names.push_back(in_yaml(name));
    made.text += "threads: " + flow_list(names) + "\n";
  }
  if (!heap.types.empty()) made.text += "types:\n";
  for (const std::string& type : heap.types) made.text += "  " + type + "\n";
  made.text += heap.steps.empty() ? "steps: []\n" : "steps:\n";
  auto line = static_cast<std::uint32_t>(std::ranges::count(made.text, '\n') + 1);
  for (const std::string& step : heap.steps) {
    made.step_lines.push_back(line);
    const std::string text = "  - " + indented(step, "    ") + "\n";
    line += static_cast<std::uint32_t>(std::ranges::count(text, '\n'));
    made.text += text;
  }
  return made;
}

}  // namespace gcrucible
