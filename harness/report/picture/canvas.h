// Rows of characters for drawing. Printing cuts them to the terminal's width.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/report/style.h"

namespace gcrucible::report {

struct Glyph {
  std::string character = " ";  // one code point
  Ink ink = Ink::kPlain;
};

class Canvas {
 public:
  explicit Canvas(std::size_t width) : width_(width) {}

  std::size_t width() const { return width_; }
  std::size_t rows() const { return rows_.size(); }
  // Adds an empty row at the bottom and returns its index.
  std::size_t add_row(std::string label);
  void put(std::size_t row, std::size_t column, std::string_view character, Ink ink);
  // One code point per column.
  void text(std::size_t row, std::size_t column, std::string_view text, Ink ink);
  const Glyph& at(std::size_t row, std::size_t column) const { return rows_[row].glyphs[column]; }
  bool is_free(std::size_t row, std::size_t from, std::size_t to) const;

  // Labels are printed to the left of their rows. Rows wider than the style are printed in pieces below each
  // other, cut at one of `marks` if possible. A row that is empty in a piece is omitted, except the first
  // row.
  std::string print(const Style& style, const std::vector<std::size_t>& marks) const;

 private:
  struct Row {
    std::string label;
    std::vector<Glyph> glyphs;
  };
  std::vector<Glyph> piece(const Row& row, std::size_t from, std::size_t to) const;
  static std::string print_row(const Style& style, const Row& row, std::size_t label_width,
                               const std::vector<Glyph>& glyphs);
  std::size_t width_;
  std::vector<Row> rows_;
};

}  // namespace gcrucible::report
