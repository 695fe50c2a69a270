#include "harness/yaml/text_checks.h"

#include <fmt/format.h>

#include "harness/yaml/parse.h"

namespace gcrucible::yaml {

// Overlong forms, surrogates and numbers above U+10FFFF are not valid characters.
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const auto follows = [&](std::size_t i) { return i < text.size() && (byte(i) & 0xC0u) == 0x80u; };
  const unsigned first = byte(0);
  if (first < 0x80u) return 1;
  if (first >= 0xC2u && first <= 0xDFu) return follows(1) ? 2 : 0;
  if (first >= 0xE0u && first <= 0xEFu) {
    if (!follows(1) || !follows(2)) return 0;
    if (first == 0xE0u && byte(1) < 0xA0u) return 0;
    if (first == 0xEDu && byte(1) > 0x9Fu) return 0;
    return 3;
  }
  if (first >= 0xF0u && first <= 0xF4u) {
    if (!follows(1) || !follows(2) || !follows(3)) return 0;
    if (first == 0xF0u && byte(1) < 0x90u) return 0;
    if (first == 0xF4u && byte(1) > 0x8Fu) return 0;
    return 4;
  }
  return 0;
}

bool check_text(Messages& messages) {
  const std::string_view text = messages.text();
  if (text.size() > kLargestFile) {
    messages.error({}, fmt::format("the file has more than {} bytes, the most that are read", kLargestFile),
                   "use `count:` for many objects, and split long histories into several files");
    return false;
  }
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) {
    messages.error({}, "the file is UTF-16", "save it as UTF-8");
    return false;
  }
  Place place{1, 1};
  bool indentation = true;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    const std::size_t length = character_length(text.substr(i));
    if (length == 0) {
      messages.error(place, fmt::format("byte 0x{:02X} is not UTF-8", static_cast<unsigned char>(c)),
                     "save the file as UTF-8");
      return false;
    }
    if (c == '\t' && indentation) {
      messages.error(place, "a tab in the indentation", "indent with spaces");
      return false;
    }
    const bool control = static_cast<unsigned char>(c) < 0x20u || c == 0x7F;
    const bool ends_line = c == '\r' && (i + 1 == text.size() || text[i + 1] == '\n');
    if (control && c != '\n' && c != '\t' && !ends_line) {
      messages.error(place, fmt::format("control character 0x{:02X}", static_cast<unsigned char>(c)),
                     "remove it");
      return false;
    }
    if (c == '\n') {
      ++place.line;
      place.column = 0;
      indentation = true;
    } else if (c != ' ' && !(indentation && c == '-' && text.substr(i + 1).starts_with('\t'))) {
      indentation = false;  // text after a dash is indented by the dash
    }
    ++place.column;
    i += length;
  }
  return true;
}

}  // namespace gcrucible::yaml
