// One memory stretch at one moment: objects as cells in a row, and the reported ranges below the objects that
// they cover.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/report/picture/canvas.h"
#include "harness/report/picture/ruler.h"

namespace gcrucible::report {

struct Cell {
  enum class Look { kStays, kMoves, kDies };
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  std::string label;
  Look look = Look::kStays;
};

struct Span {
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  std::string label;
};

struct Strip {
  std::string label = {};  // "before", "after"
  std::vector<Cell> cells = {};
  std::vector<Span> spans = {};
  std::vector<std::uint64_t> uncovered = {};  // objects that no range covers although one should
};

// Registers the strip's needs with the ruler.
void measure(const Strip& strip, Ruler& ruler);
// Explains the signs that occur in the strip; may be empty.
std::string legend_of(const Strip& strip, const Ruler& ruler, const Style& style);
// Adds the strip's rows to the canvas: cells, addresses below if there is room, ranges in one or more rows.
void draw(const Strip& strip, const Ruler& ruler, const Style& style, Canvas& canvas);

}  // namespace gcrucible::report
