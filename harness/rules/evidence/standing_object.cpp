#include "harness/rules/evidence/standing_object.h"

#include "harness/rules/collection/relocation.h"

namespace gcrucible::rules {

Began object_began(std::uint64_t address, const Collection& collection) {
  const std::uint8_t generation = collection.bounds_before.generation_of(address);
  if (generation != kNoGeneration && !collection.bounds_before.covers(address, 1))
    return Began::kAboveAllocated;
  if (collection.fates_known) return collection.fate_from(address) != nullptr ? Began::kYes : Began::kNo;
  if (!collection.alive_known) return Began::kUnknown;
  const auto taken = Relocation(collection).taken(address);
  // An object of a collected generation outside of all ranges died.
  if (!taken && !collection.leaves(address)) return Began::kUnknown;
  return collection.is_alive(taken.value_or(address)) ? Began::kYes : Began::kNo;
}

}  // namespace gcrucible::rules
