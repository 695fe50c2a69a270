#include "harness/trace/read/value_column.h"

#include <algorithm>

namespace gcrucible::trace {
namespace {

// The position after the string that begins at `at`.
std::size_t past_string(std::string_view line, std::size_t at) {
  for (++at; at < line.size() && line[at] != '"'; ++at) {
    if (line[at] == '\\') ++at;
  }
  return std::min(at + 1, line.size());
}

std::size_t past_space(std::string_view line, std::size_t at) {
  while (at < line.size() && (line[at] == ' ' || line[at] == '\t' || line[at] == '\r')) ++at;
  return at;
}

std::uint64_t column_at(std::string_view line, std::size_t at) {
  constexpr unsigned char kContinues = 0x80;  // bytes 10xxxxxx of UTF-8 begin no character
  const auto begins = [](char c) { return (static_cast<unsigned char>(c) & 0xC0u) != kContinues; };
  return 1 + static_cast<std::uint64_t>(std::ranges::count_if(line.substr(0, at), begins));
}

}  // namespace

std::uint64_t column_of_value(std::string_view line, std::string_view key) {
  std::size_t depth = 0;
  for (std::size_t at = 0; at < line.size();) {
    const char c = line[at];
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
    if (c != '"') {
      ++at;
      continue;
    }
    const std::size_t end = past_string(line, at);
    const std::size_t colon = past_space(line, end);
    const bool is_key = depth == 1 && colon < line.size() && line[colon] == ':';
    if (is_key && line.substr(at + 1, end - at - 2) == key)
      return column_at(line, past_space(line, colon + 1));
    at = end;
  }
  return 0;
}

}  // namespace gcrucible::trace
