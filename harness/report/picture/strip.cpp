#include "harness/report/picture/strip.h"

#include <fmt/format.h>

#include <algorithm>

namespace gcrucible::report {
namespace {

// Scenarios with literal addresses use addresses below this limit; nothing else lies there.
constexpr std::uint64_t kLiteral = 4096;

struct Signs {
  const char* border;
  const char* dead;
  const char* open;  // of a span
  const char* close;
  const char* both;  // where one span ends and the next begins
  const char* line;
};
constexpr Signs kUtf8{"│", "░", "└", "┘", "┴", "─"};
constexpr Signs kAscii{"|", ".", "\\", "/", "^", "_"};

const Signs& signs_of(const Style& style) {
  return style.utf8 ? kUtf8 : kAscii;
}

Ink ink_of(Cell::Look look) {
  switch (look) {
    case Cell::Look::kStays:
      return Ink::kPlain;
    case Cell::Look::kMoves:
      return Ink::kMoved;
    case Cell::Look::kDies:
      return Ink::kDim;
  }
  return Ink::kPlain;
}

// Literal heaps show the address; others show the distance in bytes from the left end.
std::string mark_text(std::uint64_t address, const Ruler& ruler) {
  return ruler.first() < kLiteral ? std::to_string(address) : fmt::format("+{}", address - ruler.first());
}

void draw_cells(const Strip& strip, const Ruler& ruler, const Style& style, Canvas& canvas) {
  const Signs& signs = signs_of(style);
  const std::size_t row = canvas.add_row(strip.label);
  for (const Cell& cell : strip.cells) {
    const std::size_t from = ruler.column(cell.from), to = ruler.column(cell.to);
    const Ink ink = ink_of(cell.look);
    if (cell.look == Cell::Look::kDies) {
      for (std::size_t i = from + 1; i < to; ++i) canvas.put(row, i, signs.dead, ink);
    }
    canvas.text(row, from + 1, cell.label, ink);
    canvas.put(row, from, signs.border, Ink::kPlain);
    canvas.put(row, to, signs.border, Ink::kPlain);
  }
}

void draw_addresses(const Strip& strip, const Ruler& ruler, Canvas& canvas) {
  const std::size_t row = canvas.add_row("");
  for (const Cell& cell : strip.cells) {
    const std::string text = mark_text(cell.from, ruler);
    const std::size_t at = ruler.column(cell.from);
    if (canvas.is_free(row, at == 0 ? 0 : at - 1, at + text.size() + 1))
      canvas.text(row, at, text, Ink::kDim);
  }
}

void draw_span(const Span& span, std::size_t row, const Ruler& ruler, const Signs& signs, Canvas& canvas) {
  const std::size_t from = ruler.column(span.from), to = ruler.column(span.to);
  const bool joins = canvas.at(row, from).character == signs.close;
  if (from == to) return canvas.put(row, from, signs.both, Ink::kRange);
  for (std::size_t i = from + 1; i < to; ++i) canvas.put(row, i, signs.line, Ink::kRange);
  canvas.put(row, from, joins ? signs.both : signs.open, Ink::kRange);
  canvas.put(row, to, signs.close, Ink::kRange);
  canvas.text(row, from + (to - from + 1 - span.label.size()) / 2, span.label, Ink::kRange);
}

// Overlapping ranges, which a report must not contain, are drawn in separate rows.
void draw_spans(const Strip& strip, const Ruler& ruler, const Style& style, Canvas& canvas) {
  struct Lane {
    std::size_t row;
    std::uint64_t end;
  };
  std::vector<Span> spans = strip.spans;
  std::stable_sort(spans.begin(), spans.end(), [](const Span& a, const Span& b) { return a.from < b.from; });
  std::vector<Lane> lanes;
  if (!spans.empty() || !strip.uncovered.empty()) lanes.push_back({canvas.add_row("reported"), 0});
  for (const Span& span : spans) {
    auto lane =
        std::find_if(lanes.begin(), lanes.end(), [&](const Lane& each) { return each.end <= span.from; });
    if (lane == lanes.end()) {
      lanes.push_back({canvas.add_row(""), 0});
      lane = lanes.end() - 1;
    }
    draw_span(span, lane->row, ruler, signs_of(style), canvas);
    lane->end = span.to;
  }
  for (const std::uint64_t address : strip.uncovered) {
    canvas.put(lanes.front().row, ruler.column(address) + 1, "?", Ink::kBad);
  }
}

}  // namespace

std::string legend_of(const Strip& strip, const Ruler& ruler, const Style& style) {
  const bool dead = std::any_of(strip.cells.begin(), strip.cells.end(),
                                [](const Cell& cell) { return cell.look == Cell::Look::kDies; });
  std::string text;
  if (dead) text += std::string(signs_of(style).dead) + " dies";
  if (!strip.uncovered.empty()) {
    text += std::string(text.empty() ? "" : ", ") + "? survives, but no range reports it";
  }
  if (ruler.first() >= kLiteral)
    text += fmt::format("{}+N is N bytes from {:#x}", text.empty() ? "" : ", ", ruler.first());
  return text;
}

void measure(const Strip& strip, Ruler& ruler) {
  for (const Cell& cell : strip.cells) {
    const std::size_t shade = cell.look == Cell::Look::kDies ? 1 : 0;
    ruler.need(cell.from, cell.to, columns_of(cell.label) + 1 + shade);
  }
  for (const Span& span : strip.spans) ruler.need(span.from, span.to, columns_of(span.label) + 1);
}

void draw(const Strip& strip, const Ruler& ruler, const Style& style, Canvas& canvas) {
  draw_cells(strip, ruler, style, canvas);
  draw_addresses(strip, ruler, canvas);
  draw_spans(strip, ruler, style, canvas);
}

}  // namespace gcrucible::report
