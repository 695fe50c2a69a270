// Heaps made from random bytes, for properties.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "tests/sim/world.h"

namespace gcrucible::sim {

// Choices read from a vector of bytes. After its end all choices are 0, so shorter vectors give simpler
// heaps.
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

// Mutates `world` until the tape ends, with collections in between. Calls `collected` with each outcome. The
// last collection, at the end, has `last_fault`.
void live(World& world, Tape& tape, Fault last_fault, const std::function<void(const Outcome&)>& collected);

// Everything that a collection may change, and the collection itself, as one number.
std::uint64_t digest(World& world, const Outcome& outcome);

}  // namespace gcrucible::sim
