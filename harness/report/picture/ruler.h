// Addresses of one stretch of memory as columns of a picture, so that what stands at one address stands in
// one column, before a collection and after it.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

namespace gcrucible::report {

class Ruler {
 public:
  // [from, to) needs at least so many columns. Every `from` and `to` becomes a mark with a column of its own.
  void need(std::uint64_t from, std::uint64_t to, std::size_t columns);
  // Gives marks their columns: in proportion to their distances, `columns_per_unit` for each `unit` bytes but
  // at most `most` between two marks, and more where needs want it. After the last need().
  void settle(std::uint64_t unit, std::size_t columns_per_unit, std::size_t most);

  bool empty() const { return columns_.empty(); }
  // Of a mark. The column of another address is that of the mark below it.
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
