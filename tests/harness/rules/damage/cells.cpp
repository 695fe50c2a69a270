#include "tests/harness/rules/damage/cells.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace gcrucible::tests {
namespace {

using trace::Table;
using trace::Value;

// Far enough for another value, near enough for a plausible mistake.
std::uint64_t shifted(std::uint64_t value, Dice& dice) {
  const std::uint64_t distance = value < 1000 ? 1 + dice.below(3) : 8 * (1 + dice.below(512));
  return dice.even() || value < distance ? value + distance : value - distance;
}

bool cut(Cells& cells, std::size_t row, bool ranges, Dice& dice, std::string& what) {
  std::uint64_t& length = cells.values[row * cells.width + cells.width - 1];
  if (ranges && length > 8 && dice.even()) {
    length = 8 * dice.below(static_cast<std::size_t>(length / 8));
    what = fmt::format("the length of entry {} cut to {}", row, length);
    return true;
  }
  const auto begin = cells.values.begin() + static_cast<std::ptrdiff_t>(row * cells.width);
  cells.values.erase(begin, begin + static_cast<std::ptrdiff_t>(cells.width));
  what = fmt::format("entry {} cut out", row);
  return true;
}

bool lengthen(Cells& cells, std::size_t row, bool ranges, Dice& dice, std::string& what) {
  if (ranges && dice.even()) {
    std::uint64_t& length = cells.values[row * cells.width + cells.width - 1];
    length += 8 * (1 + dice.below(64));
    what = fmt::format("the length of entry {} lengthened to {}", row, length);
    return true;
  }
  const auto begin = cells.values.begin() + static_cast<std::ptrdiff_t>(row * cells.width);
  const auto end = begin + static_cast<std::ptrdiff_t>(cells.width);
  std::vector<std::uint64_t> more(begin, end);
  if (!cells.truths) more[0] = shifted(more[0], dice);
  what = fmt::format("an additional entry after {}, beginning with {:#x}", row, more[0]);
  cells.values.insert(end, more.begin(), more.end());
  return true;
}

bool swap_cells(Cells& cells, std::size_t row, Dice& dice, std::string& what) {
  const std::size_t other = dice.below(cells.rows()), column = dice.below(cells.width);
  std::uint64_t& a = cells.values[row * cells.width + column];
  std::uint64_t& b = cells.values[other * cells.width + column];
  if (a == b) return false;
  what = fmt::format("column {} of entries {} and {} swapped", column, row, other);
  std::swap(a, b);
  return true;
}

bool change_cell(Cells& cells, std::size_t row, Damage damage, const Cells& other, Dice& dice,
                 std::string& what) {
  const std::size_t column = dice.below(cells.width);
  std::uint64_t& cell = cells.values[row * cells.width + column];
  const std::uint64_t before = cell;
  const bool has_other = damage == Damage::kOthers && other.width == cells.width && !other.values.empty();
  const std::uint64_t others =
      has_other ? other.values[dice.below(other.rows()) * other.width + column] : before;
  if (cells.truths && damage != Damage::kShift) return false;
  cell = cells.truths ? 1 - cell : hurt_number(cell, damage, others, dice);
  what = fmt::format("{:#x} of entry {} changed to {:#x}", before, row, cell);
  return cell != before;
}

bool reverse(Cells& cells, std::string& what) {
  std::vector<std::uint64_t> reversed;
  for (std::size_t row = cells.rows(); row-- != 0;) {
    for (std::size_t i = 0; i < cells.width; ++i) reversed.push_back(cells.values[row * cells.width + i]);
  }
  what = "all entries in reverse order";
  return std::exchange(cells.values, reversed) != reversed;
}

}  // namespace

std::uint64_t hurt_number(std::uint64_t value, Damage damage, std::uint64_t other, Dice& dice) {
  switch (damage) {
    case Damage::kShift:
      return shifted(value, dice);
    case Damage::kZero:
      return 0;
    case Damage::kNear:
      return value == 0 || dice.even() ? value + 1 : value - 1;
    case Damage::kOthers:
      return other;
    default:
      return value;
  }
}

Cells cells_of(const Table& table) {
  Cells cells;
  cells.width = table.width;
  cells.truths = table.columns[0].type == trace::Column::Type::kBool32;
  for (std::uint64_t row = 0; row < table.rows; ++row) {
    for (std::size_t i = 0; i < table.width; ++i) cells.values.push_back(table.columns[i].at(row));
  }
  return cells;
}

Value table_value(const Cells& cells, const std::vector<std::uint64_t>& kept) {
  Table table{.rows = cells.rows(), .width = static_cast<std::uint8_t>(cells.width)};
  for (std::size_t i = 0; i < cells.width && table.rows != 0; ++i) {
    table.columns[i] = {.data = kept.data() + i,
                        .stride = static_cast<std::uint32_t>(cells.width * sizeof(std::uint64_t))};
  }
  return trace::table(table);
}

bool hurt(Cells& cells, bool ranges, Damage damage, const Cells& other, Dice& dice, std::string& what) {
  if (cells.width == 0 || cells.values.empty()) return false;
  const std::size_t row = dice.below(cells.rows());
  switch (damage) {
    case Damage::kCut:
      return cut(cells, row, ranges, dice, what);
    case Damage::kLengthen:
      return lengthen(cells, row, ranges, dice, what);
    case Damage::kSwap:
      return swap_cells(cells, row, dice, what);
    case Damage::kShift:
    case Damage::kZero:
    case Damage::kNear:
    case Damage::kOthers:
      return change_cell(cells, row, damage, other, dice, what);
    case Damage::kReverse:
      return reverse(cells, what);
    case Damage::kEmpty:
      what = fmt::format("all {} entries cut out", cells.rows());
      cells.values.clear();
      return true;
    default:
      return false;
  }
}

}  // namespace gcrucible::tests
