#include "harness/report/picture/heap_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "harness/report/picture/strip.h"
#include "harness/rules/collection/range_index.h"

namespace gcrucible::report {
namespace {

using rules::Collection;
using rules::Fate;
using rules::HeapRange;

// The most that fits a few terminal lines and stays readable.
constexpr std::size_t kMostObjects = 60;
constexpr std::size_t kMostRanges = 60;

// A memory range before the collection, after it, or both.
struct Stretch {
  const HeapRange* before = nullptr;
  const HeapRange* after = nullptr;
};

bool lies_in(std::uint64_t address, const HeapRange& range) {
  return address - range.start < std::max(range.allocated, range.reserved);
}

std::vector<Stretch> stretches(const Collection& collection) {
  std::vector<Stretch> found;
  std::map<std::uint32_t, std::size_t> by_number;
  for (const HeapRange& range : collection.model->before->ranges) {
    by_number[range.range] = found.size();
    found.push_back({.before = &range});
  }
  if (!collection.model->after) return found;
  for (const HeapRange& range : collection.model->after->ranges) {
    const auto known = by_number.find(range.range);
    if (known == by_number.end()) {
      found.push_back({.after = &range});
    } else {
      found[known->second].after = &range;
    }
  }
  return found;
}

Strip before_strip(const Collection& collection, const HeapRange& range, const Names& names) {
  const rules::RangeIndex& reported_ranges = collection.by_old_address;
  Strip strip{.label = "before " + std::string(rules::name_of_generation(range.generation))};
  for (const Fate& fate : collection.fates) {
    if (!lies_in(fate.from, range)) continue;
    const Cell::Look look = !fate.survives         ? Cell::Look::kDies
                            : fate.to != fate.from ? Cell::Look::kMoves
                                                   : Cell::Look::kStays;
    strip.cells.push_back({fate.from, std::max(fate.end(), fate.from + 1), names.object(fate.object), look});
    const bool needs_range =
        fate.survives && collection.condemned(fate.generation) && !collection.reported.empty();
    if (needs_range && reported_ranges.holding(fate.from) == nullptr) strip.uncovered.push_back(fate.from);
  }
  for (std::size_t i = 0; i < collection.reported.size(); ++i) {
    const rules::ReportedRange& reported = collection.reported[i];
    if (lies_in(reported.range.from, range))
      strip.spans.push_back({reported.range.from, reported.end(), std::to_string(i + 1)});
  }
  return strip;
}

Strip after_strip(const Collection& collection, const HeapRange& range, const Names& names) {
  Strip strip{.label = "after  " + std::string(rules::name_of_generation(range.generation))};
  std::map<std::uint32_t, std::uint64_t> came_from;
  for (const Fate& fate : collection.fates) came_from[fate.object] = fate.from;
  for (const rules::HeapObject& object : collection.model->after->objects) {
    if (!lies_in(object.at, range)) continue;
    const auto from = came_from.find(object.object);
    const bool moved = from != came_from.end() && from->second != object.at;
    strip.cells.push_back({object.at, object.at + std::max<std::uint64_t>(object.size, 1),
                           names.object(object.object), moved ? Cell::Look::kMoves : Cell::Look::kStays});
  }
  return strip;
}

std::uint64_t smallest_cell(const Strip& before, const Strip& after) {
  std::uint64_t unit = ~std::uint64_t{0};
  for (const Strip* const strip : {&before, &after}) {
    for (const Cell& cell : strip->cells) unit = std::min(unit, cell.to - cell.from);
  }
  return unit;
}

std::size_t widest_label(const Strip& before, const Strip& after) {
  std::size_t widest = 1;
  for (const Strip* const strip : {&before, &after}) {
    for (const Cell& cell : strip->cells) widest = std::max(widest, columns_of(cell.label));
  }
  return widest;
}

std::string place_of(const HeapRange& range) {
  return range.start < 4096 ? std::string() : fmt::format("  at {:#x}", range.start);
}

std::string heading(const Collection& collection, const Stretch& stretch) {
  const HeapRange& range = stretch.before != nullptr ? *stretch.before : *stretch.after;
  const std::string name(rules::name_of_generation(range.generation));
  if (stretch.before == nullptr) return name + place_of(range) + ", new";
  const auto& plan = collection.model->plan;
  if (!collection.condemned(range.generation)) return name + place_of(range) + ", not collected";
  if (!plan) return name + place_of(range);
  return name + place_of(range) + (plan->compacts[range.generation] ? ", compacted" : ", swept");
}

}  // namespace

bool is_drawable(const Collection& collection) {
  return !collection.fates.empty() && collection.fates.size() <= kMostObjects &&
         collection.reported.size() <= kMostRanges;
}

std::string heap_picture(const Collection& collection, const Names& names, const Style& style) {
  std::string text;
  if (!collection.model->after) {
    text += paint(style, Ink::kWarning, "  as planned; the heap afterwards was not reported") + "\n";
  }
  for (const Stretch& stretch : stretches(collection)) {
    const Strip before =
        stretch.before != nullptr ? before_strip(collection, *stretch.before, names) : Strip{};
    const Strip after = stretch.after != nullptr ? after_strip(collection, *stretch.after, names) : Strip{};
    if (before.cells.empty() && after.cells.empty() && before.spans.empty()) continue;
    const bool collected = stretch.before == nullptr || collection.condemned(stretch.before->generation);
    if (!collected && before.spans.empty()) {
      text += paint(style, Ink::kDim,
                    "  " + heading(collection, stretch) + ": " + counted(before.cells.size(), "object")) +
              "\n";
      continue;
    }
    Ruler ruler;
    measure(before, ruler);
    measure(after, ruler);
    const std::size_t unit_columns = widest_label(before, after) + 1;
    ruler.settle(smallest_cell(before, after), unit_columns, 4 * unit_columns);
    Canvas canvas(ruler.width());
    if (!before.cells.empty() || !before.spans.empty()) draw(before, ruler, style, canvas);
    if (!after.cells.empty()) draw(after, ruler, style, canvas);
    text += "  " + paint(style, Ink::kBold, heading(collection, stretch)) + "\n";
    text += canvas.print(style, ruler.marks());
    const std::string legend = legend_of(before, ruler, style);
    if (after.cells.empty() && collection.model->after)
      text += paint(style, Ink::kDim, "after  empty") + "\n";
    if (!legend.empty()) text += field(style, "", 2, legend, Ink::kDim, Ink::kDim);
  }
  return text;
}

}  // namespace gcrucible::report
