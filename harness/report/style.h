// The appearance and width of text on a terminal.
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
  bool cuts = false;  // the middle of a long output of the profiler is left out, unless `verbose`
  std::string folder =
      {};  // absolute; paths in it are shown relative to it. Empty: paths are shown as they are
};

enum class Ink { kPlain, kBold, kDim, kGood, kBad, kWarning, kMoved, kRange };

// Adds escape sequences if the style has colour; the visible text does not change.
std::string paint(const Style& style, Ink ink, std::string_view text);

// Columns of valid UTF-8 without escape sequences. Each code point counts as one column, so wide characters
// are drawn slightly misaligned.
std::size_t columns_of(std::string_view text);
std::string padded(std::string_view text, std::size_t columns);
std::string right_aligned(std::string_view text, std::size_t columns);
std::string repeated(std::string_view piece, std::size_t times);
// At most `columns` wide; longer text ends in "…" or "~".
std::string shortened(const Style& style, std::string_view text, std::size_t columns);

// Lines of at most `columns`, broken at spaces; a longer word has its own line.
std::vector<std::string> wrapped(std::string_view text, std::size_t columns);

// "  what     …": `head` in its colour, then the body, wrapped and indented by `indent` columns.
std::string field(const Style& style, std::string_view head, std::size_t indent, std::string_view body,
                  Ink head_ink = Ink::kDim, Ink body_ink = Ink::kPlain);
// Pieces, not broken if they fit, separated by commas, in lines of the style's width indented by `indent`
// columns.
std::string flowed(const Style& style, std::size_t indent, const std::vector<std::string>& pieces);

std::string shown_path(const Style& style, const std::string& path);

// Makes text safe for a terminal. Control characters, including those for bidirectional text, become "\x1b"
// or "\u202e", and so do bytes that are not UTF-8. Tabs and line feeds stay.
std::string printable(std::string_view text);
// Replaces non-ASCII characters by "?" if the style is not UTF-8.
std::string plain(const Style& style, std::string_view text);

// "1 object", "2 objects".
std::string counted(std::size_t count, std::string_view noun);
// 1234567 as "1,234,567".
std::string grouped(std::size_t number);

}  // namespace gcrucible::report
