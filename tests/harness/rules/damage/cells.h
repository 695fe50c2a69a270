// The numbers in one value of a call, and how damages change them.
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
// A view into `kept`, which receives the cells.
trace::Value table_value(const Cells& cells, const std::vector<std::uint64_t>& kept);

// Damages `cells` if possible and returns whether it did; `what` then describes the damage. `other` holds
// the same field of another call.
bool hurt(Cells& cells, bool ranges, Damage damage, const Cells& other, Dice& dice, std::string& what);
// A number to replace `value`; `other` is the number of the same field elsewhere. Returns `value` if the
// damage does not apply.
std::uint64_t hurt_number(std::uint64_t value, Damage damage, std::uint64_t other, Dice& dice);

}  // namespace gcrucible::tests
