// Where a collection took an address.
#pragma once

#include <cstdint>
#include <optional>

#include "harness/rules/state/collection.h"
#include "harness/rules/state/range_index.h"

namespace gcrucible::rules {

// By the model where it knows all objects, and by the ranges as they were told where it does not. The
// collection is closed and outlives it.
class Relocation {
 public:
  explicit Relocation(const Collection& collection) : collection_(collection) {}

  // Nothing for what neither the model nor a range takes along.
  std::optional<std::uint64_t> taken(std::uint64_t address) const;
  // What nothing takes along stays.
  std::uint64_t after(std::uint64_t address) const { return taken(address).value_or(address); }
  const ToldRange* range(std::uint64_t address) const { return collection_.told_by_old.holding(address); }

 private:
  const Collection& collection_;
};

}  // namespace gcrucible::rules
