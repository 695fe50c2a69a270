#include "harness/report/picture/ruler.h"

#include <algorithm>

namespace gcrucible::report {

void Ruler::need(std::uint64_t from, std::uint64_t to, std::size_t columns) {
  columns_[from] = 0;
  columns_[to] = 0;
  if (to > from) needs_.push_back({from, to, columns});
}

void Ruler::settle(std::uint64_t unit, std::size_t columns_per_unit, std::size_t most) {
  std::sort(needs_.begin(), needs_.end(), [](const Need& a, const Need& b) { return a.to < b.to; });
  auto need = needs_.begin();
  std::uint64_t previous = 0;
  std::size_t column = 0;
  for (auto mark = columns_.begin(); mark != columns_.end(); ++mark) {
    if (mark != columns_.begin()) {
      const std::uint64_t units = (mark->first - previous + unit - 1) / std::max<std::uint64_t>(unit, 1);
      const std::size_t natural =
          static_cast<std::size_t>(std::min<std::uint64_t>(units, most)) * columns_per_unit;
      column += std::clamp<std::size_t>(natural, 1, most);
    }
    for (; need != needs_.end() && need->to == mark->first; ++need) {
      column = std::max(column, columns_[need->from] + need->columns);
    }
    mark->second = column;
    previous = mark->first;
  }
}

std::size_t Ruler::column(std::uint64_t address) const {
  const auto above = columns_.upper_bound(address);
  return above == columns_.begin() ? 0 : std::prev(above)->second;
}

std::size_t Ruler::width() const {
  return columns_.empty() ? 0 : columns_.rbegin()->second + 1;
}

std::vector<std::size_t> Ruler::marks() const {
  std::vector<std::size_t> columns;
  for (const auto& [address, column] : columns_) columns.push_back(column);
  return columns;
}

}  // namespace gcrucible::report
