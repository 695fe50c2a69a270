// One stretch of memory at one moment: objects as cells side by side, and the ranges of a report beneath
// those that they cover.
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
  std::vector<std::uint64_t> uncovered = {};  // objects that a range should cover and none does
};

// Tells the ruler what room the strip wants.
void measure(const Strip& strip, Ruler& ruler);
// What the signs in the strip stand for, as far as they occur; may be empty.
std::string legend_of(const Strip& strip, const Ruler& ruler, const Style& style);
// Adds the strip's rows to the canvas: cells, addresses beneath where there is room, ranges in one row or
// more.
void draw(const Strip& strip, const Ruler& ruler, const Style& style, Canvas& canvas);

}  // namespace gcrucible::report
