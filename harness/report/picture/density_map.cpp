#include "harness/report/picture/density_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace gcrucible::report {
namespace {

using rules::Collection;
using rules::HeapRange;

constexpr std::size_t kMostRows = 12;
constexpr std::size_t kLabelColumns = 42;
constexpr std::array<const char*, 5> kShades{" ", "░", "▒", "▓", "█"};
constexpr std::array<const char*, 5> kAsciiShades{" ", ".", ":", "+", "#"};

enum class Side { kBefore, kAfter };

// For each slice of `range`: the fraction that reported ranges cover.
std::vector<double> coverage(const Collection& collection, const HeapRange& range, Side side,
                             std::size_t slices) {
  std::vector<double> covered(slices);
  const double slice = static_cast<double>(range.allocated) / static_cast<double>(slices);
  for (const rules::ReportedRange& reported : collection.reported) {
    const std::uint64_t from = side == Side::kBefore ? reported.range.from : reported.range.to;
    if (from - range.start >= range.allocated) continue;
    const double begin = static_cast<double>(from - range.start);
    const double end = begin + static_cast<double>(std::min(reported.range.length, range.allocated));
    for (std::size_t i = static_cast<std::size_t>(begin / slice); i < slices; ++i) {
      const double left = static_cast<double>(i) * slice;
      if (left >= end) break;
      covered[i] += std::min(end, left + slice) - std::max(begin, left);
    }
  }
  for (double& each : covered) each = std::min(1.0, each / slice);
  return covered;
}

std::string shade_row(const std::vector<double>& covered, const Style& style) {
  const auto& shades = style.utf8 ? kShades : kAsciiShades;
  std::string text;
  for (const double share : covered) {
    // Only an empty slice is drawn empty, and only a full slice is drawn full.
    const auto shade = share <= 0 ? 0u : share >= 0.999 ? 4u : 1u + static_cast<unsigned>(share * 3);
    text += shades[std::min(shade, 4u)];
  }
  return text;
}

struct Row {
  const HeapRange* range;
  Side side;
};

std::vector<Row> rows_of(const Collection& collection) {
  std::vector<Row> rows;
  for (const HeapRange& range : collection.bounds_before.ranges()) {
    if (range.allocated != 0 && collection.condemned(range.generation))
      rows.push_back({&range, Side::kBefore});
  }
  for (const HeapRange& range : collection.bounds_after.ranges()) {
    const bool reached = std::any_of(collection.reported.begin(), collection.reported.end(),
                                     [&](const rules::ReportedRange& reported) {
                                       return reported.range.to - range.start < range.allocated;
                                     });
    if (reached) rows.push_back({&range, Side::kAfter});
  }
  return rows;
}

}  // namespace

std::string density_map(const Collection& collection, const Style& style) {
  // If no part of the report was delivered, as when only BASIC_GC is set, survivors are unknown.
  if (collection.range_calls.empty() && collection.root_calls.empty() && collection.objects.empty() &&
      collection.class_calls.empty())
    return {};
  const std::vector<Row> rows = rows_of(collection);
  if (rows.empty()) return {};
  const std::size_t slices =
      std::max<std::size_t>(style.width > kLabelColumns + 8 ? style.width - kLabelColumns - 8 : 0, 16);
  std::string text;
  std::size_t shown = 0;
  for (const Row& row : rows) {
    if (shown++ == kMostRows) {
      text += paint(style, Ink::kDim, "  and " + grouped(rows.size() - kMostRows) + " more") + "\n";
      break;
    }
    const std::vector<double> covered = coverage(collection, *row.range, row.side, slices);
    double total = 0;
    for (const double each : covered) total += each;
    const std::string label =
        fmt::format("  {} {:<6} {:#x} +{:#x}", row.side == Side::kBefore ? "before" : "after ",
                    rules::name_of_generation(row.range->generation), row.range->start, row.range->allocated);
    const char* const border = style.utf8 ? "▕" : "|";
    text += padded(label, kLabelColumns) + border +
            paint(style, row.side == Side::kBefore ? Ink::kRange : Ink::kMoved, shade_row(covered, style)) +
            (style.utf8 ? "▏" : "|") + fmt::format("{:4.0f}%", 100 * total / static_cast<double>(slices)) +
            "\n";
  }
  const std::string legend = fmt::format(
      "a column is one of {} slices of its range; shades from {} to {} say how much of it the reported "
      "ranges cover",
      slices, style.utf8 ? "░" : ".", style.utf8 ? "█" : "#");
  return text + field(style, "", 2, legend, Ink::kPlain, Ink::kDim);
}

}  // namespace gcrucible::report
