// An output that keeps its data, and a helper that makes lines with it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/trace/json_writer.h"

namespace gcrucible::trace {

class TextOutput final : public Output {
 public:
  void write(std::span<const char> characters) override {
    text.append(characters.data(), characters.size());
    ++writes;
  }

  std::string text;
  int writes = 0;
};

// The line of a callback with these fields, without the parts that all lines have.
inline std::string fields_as_text(std::span<const Field> fields) {
  TextOutput output;
  JsonWriter writer(output, JsonWriter::BeforeHeader::kPassOn);
  writer.on({.kind = EventKind::kCallback, .n = 1, .name = "M", .fields = fields});
  constexpr std::string_view kBefore = R"({"n":1,"t":0,"call":"M")";
  constexpr std::string_view kAfter = "}\n";
  std::string text = output.text.substr(kBefore.size());
  text.resize(text.size() - kAfter.size());
  return text.empty() ? text : text.substr(1);
}

}  // namespace gcrucible::trace
