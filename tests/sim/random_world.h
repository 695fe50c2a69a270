// Heaps that grow out of random bytes, for properties.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "tests/sim/world.h"

namespace gcrucible::sim {

// Choices read from a vector of bytes; 0 when they are used up, so that shorter vectors mean simpler heaps.
class Tape {
 public:
  explicit Tape(std::vector<std::uint8_t> bytes) : bytes_(std::move(bytes)) {}
  bool empty() const { return at_ >= bytes_.size(); }
  std::uint32_t below(std::uint32_t limit) { return empty() || limit == 0 ? 0 : bytes_[at_++] % limit; }
  bool coin() { return below(2) == 1; }

 private:
  std::vector<std::uint8_t> bytes_;
  std::size_t at_ = 0;
};

HeapSettings random_settings(Tape& tape);
CollectionRequest random_request(Tape& tape);

// Mutates `world` until the tape ends, collecting in between; `collected` sees each outcome, the last one is
// made at the end with `last_fault`.
void live(World& world, Tape& tape, Fault last_fault, const std::function<void(const Outcome&)>& collected);

// Everything that a collection may change, and the collection, as one number.
std::uint64_t digest(World& world, const Outcome& outcome);

}  // namespace gcrucible::sim
