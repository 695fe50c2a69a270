// Where a collection moved an address.
#pragma once

#include <cstdint>
#include <optional>

#include "harness/rules/collection/collection.h"
#include "harness/rules/collection/range_index.h"

namespace gcrucible::rules {

// Uses the model if the model knows all objects, otherwise the reported ranges. The collection is closed
// and must outlive this object.
class Relocation {
 public:
  explicit Relocation(const Collection& collection) : collection_(collection) {}

  // Empty for an address that neither the model nor a range moves.
  std::optional<std::uint64_t> taken(std::uint64_t address) const;
  // The new address, or the same address if nothing moves it.
  std::uint64_t after(std::uint64_t address) const { return taken(address).value_or(address); }
  const ReportedRange* range(std::uint64_t address) const {
    return collection_.by_old_address.holding(address);
  }

 private:
  const Collection& collection_;
};

}  // namespace gcrucible::rules
