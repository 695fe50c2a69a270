#include "harness/report/tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "harness/report/picture/heap_picture.h"

namespace gcrucible::report {
namespace {

using rules::Collection;
using rules::Fate;
using rules::ReportedRange;

constexpr std::size_t kMostRows = 12;
constexpr std::size_t kMostNames = 8;
constexpr std::size_t kNarrow = 72;  // columns of a terminal

std::string covered_objects(const Collection& collection, const ReportedRange& range, const Names& names) {
  std::string text;
  std::size_t count = 0;
  auto fate = std::lower_bound(collection.fates.begin(), collection.fates.end(), range.range.from,
                               [](const Fate& each, std::uint64_t at) { return each.from < at; });
  for (; fate != collection.fates.end() && fate->from < range.end(); ++fate) {
    if (count++ < kMostNames) text += (text.empty() ? "" : " ") + names.object(fate->object);
  }
  return count <= kMostNames ? text : text + fmt::format(" and {} more", count - kMostNames);
}

struct Column {
  std::string head;
  std::vector<std::string> cells;
};

// The number of the callback that reported each range, in the order of the trace. Both variants of a callback
// report the same ranges and count once.
std::vector<std::size_t> numbers_of_calls(const std::vector<ReportedRange>& reported) {
  std::vector<std::uint64_t> lines;
  for (const ReportedRange& range : reported) lines.push_back(range.line);
  std::ranges::sort(lines);
  // std::ranges::unique does not compile with Clang 14.
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  std::vector<std::size_t> numbers;
  for (const ReportedRange& range : reported)
    numbers.push_back(static_cast<std::size_t>(std::ranges::lower_bound(lines, range.line) - lines.begin()) +
                      1);
  return numbers;
}

// The callback of each range if there are several, and its thread if there are several: a profiler may get
// both wrong.
std::vector<Column> columns_of_calls(const Collection& collection, std::size_t shown) {
  std::vector<Column> columns;
  const std::vector<std::size_t> calls = numbers_of_calls(collection.reported);
  const auto add = [&](std::string head, const auto& number) {
    const auto differs = [&](std::size_t i) { return number(i) != number(0); };
    std::size_t i = 0;
    while (i < calls.size() && !differs(i)) ++i;
    if (i == calls.size()) return;
    columns.push_back({std::move(head), {}});
    for (std::size_t row = 0; row < shown; ++row) columns.back().cells.push_back(std::to_string(number(row)));
  };
  add("call", [&](std::size_t i) { return calls[i]; });
  add("thread", [&](std::size_t i) { return std::size_t{collection.reported[i].thread}; });
  return columns;
}

std::string columns_text(const std::vector<Column>& columns, const Style& style) {
  std::vector<std::size_t> widths;
  for (const Column& column : columns) {
    std::size_t width = columns_of(column.head);
    for (const std::string& cell : column.cells) width = std::max(width, columns_of(cell));
    widths.push_back(width);
  }
  const std::string gap(style.width < kNarrow ? 1 : 2, ' ');
  std::string head = "  ", body;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const bool last = i + 1 == columns.size();
    head += (last ? columns[i].head : right_aligned(columns[i].head, widths[i])) + gap;
  }
  while (head.back() == ' ') head.pop_back();
  for (std::size_t row = 0; row < columns[0].cells.size(); ++row) {
    std::string line = "  ";
    for (std::size_t i = 0; i < columns.size(); ++i) {
      // The last column is prose.
      const bool last = i + 1 == columns.size();
      const std::size_t used = columns_of(line);
      line += (last ? shortened(style, columns[i].cells[row], style.width > used + 4 ? style.width - used : 4)
                    : right_aligned(columns[i].cells[row], widths[i])) +
              gap;
    }
    while (line.back() == ' ') line.pop_back();
    body += line + "\n";
  }
  return paint(style, Ink::kDim, head) + "\n" + body;
}

}  // namespace

std::string address_text(std::uint64_t address) {
  return address < 4096 ? std::to_string(address) : fmt::format("{:#x}", address);
}

std::string range_table(const Collection& collection, const Names& names, const Style& style) {
  if (collection.reported.empty()) return {};
  std::vector<Column> columns{
      {"range", {}}, {"family", {}}, {"old start", {}}, {"new start", {}}, {"length", {}}};
  const std::size_t shown =
      style.verbose ? collection.reported.size() : std::min(collection.reported.size(), kMostRows);
  for (std::size_t i = 0; i < shown; ++i) {
    const ReportedRange& range = collection.reported[i];
    columns[0].cells.push_back(std::to_string(i + 1));
    columns[1].cells.emplace_back(range.family == rules::Family::kMoved ? "moved" : "surviving");
    columns[2].cells.push_back(address_text(range.range.from));
    columns[3].cells.push_back(range.range.to != range.range.from ? address_text(range.range.to) : "same");
    columns[4].cells.push_back(std::to_string(range.range.length));
  }
  std::ranges::move(columns_of_calls(collection, shown), std::back_inserter(columns));
  if (!collection.fates.empty()) {
    columns.push_back({"holds", {}});
    for (std::size_t i = 0; i < shown; ++i)
      columns.back().cells.push_back(covered_objects(collection, collection.reported[i], names));
  }
  std::string text = columns_text(columns, style);
  if (shown < collection.reported.size()) {
    text += paint(style, Ink::kDim,
                  "  and " + grouped(collection.reported.size() - shown) + " more (-v shows all)") +
            "\n";
  }
  return text;
}

// One column for each object, as in the table of the documentation.
std::string object_table(const Collection& collection, const Names& names, const Style& style) {
  if (!is_drawable(collection)) return {};
  constexpr std::array<const char*, 3> kHeads{"  object", "  before", "  after "};
  std::vector<std::array<std::string, 3>> cells;
  std::size_t width = 0;
  for (const Fate& fate : collection.fates) {
    if (!collection.condemned(fate.generation)) continue;
    cells.push_back({names.object(fate.object), address_text(fate.from),
                     !fate.survives         ? std::string(style.utf8 ? "†" : "dead")
                     : fate.to == fate.from ? std::string("same")
                                            : address_text(fate.to)});
    for (const std::string& cell : cells.back()) width = std::max(width, columns_of(cell) + 2);
  }
  if (cells.empty()) return {};
  const std::size_t room = style.width > 10 + width ? (style.width - 10) / width : 1;
  std::string text;
  for (std::size_t first = 0; first < cells.size(); first += room) {
    const std::size_t end = std::min(first + room, cells.size());
    for (std::size_t row = 0; row < kHeads.size(); ++row) {
      std::string line = paint(style, Ink::kDim, kHeads[row]);
      for (std::size_t i = first; i < end; ++i) {
        const bool dead = !style.utf8 ? cells[i][2] == "dead" : cells[i][2] == "†";
        const bool moved = !dead && cells[i][2] != "same";
        line += paint(style,
                      dead                ? Ink::kDim
                      : moved && row == 2 ? Ink::kMoved
                                          : Ink::kPlain,
                      right_aligned(cells[i][row], width));
      }
      text += line + "\n";
    }
  }
  return text;
}

}  // namespace gcrucible::report
