#include "harness/report/style.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

namespace gcrucible::report {
namespace {

std::string_view escape_of(Ink ink) {
  switch (ink) {
    case Ink::kPlain:
      return "";
    case Ink::kBold:
      return "\x1b[1m";
    case Ink::kDim:
      return "\x1b[2m";
    case Ink::kGood:
      return "\x1b[32m";
    case Ink::kBad:
      return "\x1b[1;31m";
    case Ink::kWarning:
      return "\x1b[33m";
    case Ink::kMoved:
      return "\x1b[1;32m";
    case Ink::kRange:
      return "\x1b[36m";
  }
  return "";
}

bool continues(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0u) == 0x80u;
}

struct Character {
  std::uint32_t code = 0;
  std::size_t bytes = 0;  // 0: no valid UTF-8 at this position
};

// `text` must not be empty.
Character first_of(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x80) return {.code = first, .bytes = 1};
  const std::size_t bytes = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < bytes) return {};
  std::uint32_t code = first & (0x7Fu >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if (!continues(text[i])) return {};
    code = code << 6 | (static_cast<unsigned char>(text[i]) & 0x3Fu);
  }
  // An overlong form, half of a surrogate pair, or beyond the last plane.
  const bool wrong = (bytes == 3 && code < 0x800) || (bytes == 4 && code < 0x10000) ||
                     (code >= 0xD800 && code < 0xE000) || code > 0x10FFFF;
  return wrong ? Character{} : Character{.code = code, .bytes = bytes};
}

// Whether it moves the cursor, changes colours or reverses the direction of text.
bool is_control(std::uint32_t code) {
  if (code == '\n' || code == '\t') return false;
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || (code >= 0x202A && code <= 0x202E) ||
         (code >= 0x2066 && code <= 0x2069);
}

}  // namespace

std::string paint(const Style& style, Ink ink, std::string_view text) {
  const std::string_view escape = escape_of(ink);
  if (!style.color || escape.empty() || text.empty()) return std::string(text);
  return std::string(escape) + std::string(text) + "\x1b[0m";
}

std::size_t columns_of(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return !continues(c); }));
}

std::string padded(std::string_view text, std::size_t columns) {
  const std::size_t has = columns_of(text);
  return std::string(text) + std::string(columns > has ? columns - has : 0, ' ');
}

std::string right_aligned(std::string_view text, std::size_t columns) {
  const std::size_t has = columns_of(text);
  return std::string(columns > has ? columns - has : 0, ' ') + std::string(text);
}

std::string repeated(std::string_view piece, std::size_t times) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += piece;
  return text;
}

std::string shortened(const Style& style, std::string_view text, std::size_t columns) {
  if (columns_of(text) <= columns) return std::string(text);
  std::string cut;
  std::size_t taken = 0;
  for (std::size_t i = 0; i < text.size() && (taken + 1 < columns || continues(text[i])); ++i) {
    if (!continues(text[i])) ++taken;
    cut += text[i];
  }
  return columns == 0 ? std::string() : cut + (style.utf8 ? "…" : "~");
}

std::vector<std::string> wrapped(std::string_view text, std::size_t columns) {
  std::vector<std::string> lines(1);
  std::size_t begin = 0;
  while (begin < text.size()) {
    if (text[begin] == '\n') {
      lines.emplace_back();
      ++begin;
      continue;
    }
    const std::size_t end = std::min(text.find_first_of(" \n", begin), text.size());
    const std::string_view word = text.substr(begin, end - begin);
    std::string& line = lines.back();
    if (!word.empty() && !line.empty() && columns_of(line) + 1 + columns_of(word) > columns) {
      lines.emplace_back(word);
    } else if (!word.empty()) {
      line += (line.empty() ? "" : " ") + std::string(word);
    }
    begin = end + (end < text.size() && text[end] == ' ' ? 1 : 0);
  }
  return lines;
}

std::string field(const Style& style, std::string_view head, std::size_t indent, std::string_view body,
                  Ink head_ink, Ink body_ink) {
  std::string text;
  for (const std::string& line : wrapped(body, style.width > indent + 20 ? style.width - indent : 20)) {
    text += text.empty() ? paint(style, head_ink, padded(head, indent)) : std::string(indent, ' ');
    text += paint(style, body_ink, line) + "\n";
  }
  return text;
}

std::string flowed(const Style& style, std::size_t indent, const std::vector<std::string>& pieces) {
  const std::size_t room = style.width > indent + 20 ? style.width - indent : 20;
  std::string text, line;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const std::string piece = pieces[i] + (i + 1 < pieces.size() ? "," : "");
    if (!line.empty() && columns_of(line) + 1 + columns_of(piece) > room) {
      text += std::string(indent, ' ') + line + "\n";
      line.clear();
    }
    if (columns_of(piece) > room) {
      text += field(style, "", indent, piece);
    } else {
      line += (line.empty() ? "" : " ") + piece;
    }
  }
  return line.empty() ? text : text + std::string(indent, ' ') + line + "\n";
}

std::string shown_path(const Style& style, const std::string& path) {
  const std::string folder = style.folder.ends_with('/') ? style.folder : style.folder + "/";
  // In the root folder, every path would lose its beginning.
  const bool inside =
      folder.size() > 1 && !style.folder.empty() && path.starts_with(folder) && path.size() > folder.size();
  return inside ? path.substr(folder.size()) : path;
}

std::string printable(std::string_view text) {
  std::string safe;
  while (!text.empty()) {
    const Character first = first_of(text);
    if (first.bytes > 1 && is_control(first.code)) {
      safe += fmt::format("\\u{:04x}", first.code);
    } else if (first.bytes == 0 || is_control(first.code)) {
      safe += fmt::format("\\x{:02x}", static_cast<unsigned>(static_cast<unsigned char>(text[0])));
    } else {
      safe += text.substr(0, first.bytes);
    }
    text.remove_prefix(std::max<std::size_t>(first.bytes, 1));
  }
  return safe;
}

std::string plain(const Style& style, std::string_view text) {
  if (style.utf8) return std::string(text);
  std::string ascii;
  for (const char c : text) {
    if (continues(c)) continue;
    ascii += static_cast<unsigned char>(c) < 0x80 ? c : '?';
  }
  return ascii;
}

std::string counted(std::size_t count, std::string_view noun) {
  return grouped(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

std::string grouped(std::size_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
  return digits;
}

}  // namespace gcrucible::report
