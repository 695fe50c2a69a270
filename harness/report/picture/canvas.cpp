#include "harness/report/picture/canvas.h"

#include <algorithm>

namespace gcrucible::report {
namespace {

// Minimum width of a piece, for readability. On a narrower terminal, lines exceed the width.
constexpr std::size_t kLeastPiece = 24;

std::vector<std::string> code_points(std::string_view text) {
  std::vector<std::string> points;
  for (const char c : text) {
    if ((static_cast<unsigned char>(c) & 0xC0u) == 0x80u && !points.empty()) {
      points.back() += c;
    } else {
      points.emplace_back(1, c);
    }
  }
  return points;
}

}  // namespace

std::size_t Canvas::add_row(std::string label) {
  rows_.push_back({.label = std::move(label), .glyphs = std::vector<Glyph>(width_)});
  return rows_.size() - 1;
}

void Canvas::put(std::size_t row, std::size_t column, std::string_view character, Ink ink) {
  if (column < width_) rows_[row].glyphs[column] = {std::string(character), ink};
}

void Canvas::text(std::size_t row, std::size_t column, std::string_view text, Ink ink) {
  for (const std::string& point : code_points(text)) put(row, column++, point, ink);
}

bool Canvas::is_free(std::size_t row, std::size_t from, std::size_t to) const {
  const auto& glyphs = rows_[row].glyphs;
  for (std::size_t i = from; i < to && i < width_; ++i) {
    if (glyphs[i].character != " ") return false;
  }
  return true;
}

std::vector<Glyph> Canvas::piece(const Row& row, std::size_t from, std::size_t to) const {
  const auto& all = row.glyphs;
  std::vector<Glyph> glyphs(all.begin() + static_cast<std::ptrdiff_t>(from),
                            all.begin() + static_cast<std::ptrdiff_t>(to));
  const auto empty = [&](std::size_t column) { return all[column].character == " "; };
  // The column of a cut belongs to both pieces. A glyph that only ends there is dropped from the second
  // piece; a glyph that only begins there is dropped from the first.
  if (from > 0 && !empty(from - 1) && from + 1 < width_ && empty(from + 1)) glyphs.front() = {};
  if (to < width_ && !empty(to) && to >= 2 && empty(to - 2)) glyphs.back() = {};
  while (!glyphs.empty() && glyphs.back().character == " ") glyphs.pop_back();
  // A lone border only closes what the previous piece shows.
  if (from > 0 && glyphs.size() == 1) glyphs.clear();
  return glyphs;
}

std::string Canvas::print_row(const Style& style, const Row& row, std::size_t label_width,
                              const std::vector<Glyph>& glyphs) {
  std::string line = padded(row.label, label_width);
  for (std::size_t i = 0; i < glyphs.size();) {
    std::size_t j = i;
    std::string same;
    for (; j < glyphs.size() && glyphs[j].ink == glyphs[i].ink; ++j) same += glyphs[j].character;
    line += paint(style, glyphs[i].ink, same);
    i = j;
  }
  return line + "\n";
}

std::string Canvas::print(const Style& style, const std::vector<std::size_t>& marks) const {
  std::size_t label_width = 0;
  for (const Row& row : rows_) label_width = std::max(label_width, columns_of(row.label) + 1);
  const std::size_t room = std::max(style.width > label_width ? style.width - label_width : 0, kLeastPiece);
  std::string text;
  for (std::size_t from = 0; from < width_;) {
    std::size_t to = std::min(from + room, width_);
    std::size_t next = to;
    if (to < width_) {
      // The border at a mark belongs to both pieces.
      const auto above = std::upper_bound(marks.begin(), marks.end(), to - 1);
      if (above != marks.begin() && *std::prev(above) > from) {
        next = *std::prev(above);
        to = next + 1;
      }
    }
    if (from != 0) text += "\n";
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const std::vector<Glyph> glyphs = piece(rows_[i], from, to);
      if (i == 0 || !glyphs.empty()) text += print_row(style, rows_[i], label_width, glyphs);
    }
    from = next;
    if (from + 1 == width_) break;  // only the last border is left; it is already drawn
  }
  return text;
}

}  // namespace gcrucible::report
