// Maps addresses of one memory stretch to columns of a picture. One address has the same column before and
// after a collection.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

namespace gcrucible::report {

class Ruler {
 public:
  // [from, to) needs at least `columns` columns. Every `from` and `to` becomes a mark with its own column.
  void need(std::uint64_t from, std::uint64_t to, std::size_t columns);
  // Assigns columns to marks in proportion to their distances. There are `columns_per_unit` for each `unit`
  // bytes, at most `most` between two marks, and more if a need requires it. Call after the last need().
  void settle(std::uint64_t unit, std::size_t columns_per_unit, std::size_t most);

  bool empty() const { return columns_.empty(); }
  // The column of a mark. Another address has the column of the mark below it.
  std::size_t column(std::uint64_t address) const;
  std::size_t width() const;
  std::uint64_t first() const { return columns_.empty() ? 0 : columns_.begin()->first; }
  // Columns of all marks, ascending.
  std::vector<std::size_t> marks() const;

 private:
  struct Need {
    std::uint64_t from;
    std::uint64_t to;
    std::size_t columns;
  };
  std::vector<Need> needs_;
  std::map<std::uint64_t, std::size_t> columns_;
};

}  // namespace gcrucible::report
