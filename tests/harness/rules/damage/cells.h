// The numbers of one value of a call, and what damages do to them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/trace/read/value.h"
#include "tests/harness/rules/damage/damage.h"

namespace gcrucible::tests {

struct Cells {
  std::vector<std::uint64_t> values;  // row by row
  std::size_t width = 0;
  bool truths = false;
  std::size_t rows() const { return values.size() / width; }
};

Cells cells_of(const trace::Table& table);
// A view into `kept`, which holds the cells.
trace::Value table_value(const Cells& cells, const std::vector<std::uint64_t>& kept);

// Whether `cells` could be damaged so; then they are, and `what` says how. `other` has the same field
// elsewhere.
bool hurt(Cells& cells, bool ranges, Damage damage, const Cells& other, Dice& dice, std::string& what);
// Another number instead of `value`; `other` is that of the same field elsewhere. The same number where there
// is nothing to be damaged so.
std::uint64_t hurt_number(std::uint64_t value, Damage damage, std::uint64_t other, Dice& dice);

}  // namespace gcrucible::tests
