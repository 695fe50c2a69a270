// How text looks on the terminal it goes to, and how wide it is there.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gcrucible::report {

struct Style {
  bool color = false;
  bool utf8 = true;
  std::size_t width = 100;  // columns
  bool verbose = false;
  std::string folder =
      {};  // absolute; paths in it are shown relative to it. Empty: paths are shown as they are
};

enum class Ink { kPlain, kBold, kDim, kGood, kBad, kWarning, kMoved, kRange };

// With escape sequences if the style has colour; the visible text is the same without.
std::string paint(const Style& style, Ink ink, std::string_view text);

// Columns of valid UTF-8 without escape sequences. Each code point counts one: names with wide characters are
// drawn a little off, which is harmless.
std::size_t columns_of(std::string_view text);
std::string padded(std::string_view text, std::size_t columns);
std::string right_aligned(std::string_view text, std::size_t columns);
std::string repeated(std::string_view piece, std::size_t times);
// At most `columns` wide, cut with "…" or "~".
std::string shortened(const Style& style, std::string_view text, std::size_t columns);

// Lines of at most `columns`, broken at spaces; a longer word stands alone.
std::vector<std::string> wrapped(std::string_view text, std::size_t columns);

// "  what     …": `head` in its colour, and behind `indent` columns the body, wrapped beneath itself.
std::string field(const Style& style, std::string_view head, std::size_t indent, std::string_view body,
                  Ink head_ink = Ink::kDim, Ink body_ink = Ink::kPlain);
// Pieces that are not broken where they fit, in lines of the style's width behind `indent` columns; a comma
// after each but the last.
std::string flowed(const Style& style, std::size_t indent, const std::vector<std::string>& pieces);

std::string shown_path(const Style& style, const std::string& path);

// What a terminal must not see: control characters, those of bidirectional text among them, become "\x1b" or
// "\u202e", and so does each byte that is no UTF-8; tabs and line feeds stay.
std::string printable(std::string_view text);
// Replaces what ASCII has not by "?", where the style is not UTF-8.
std::string plain(const Style& style, std::string_view text);

// "1 object", "2 objects".
std::string counted(std::size_t count, std::string_view noun);
// 1234567 as "1,234,567".
std::string grouped(std::size_t number);

}  // namespace gcrucible::report
