// Probabilistic concurrency testing (Burckhardt and others, 2010): random priorities, changed at few random
// decisions.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/program/random.h"
#include "harness/schedule/strategy.h"

namespace gcrucible::schedule {

// The ready thread of the highest priority goes on. At each change the one that would is given a priority
// below all that were drawn. With n threads, k decisions and d - 1 changes a bug of depth d is met with a
// probability of at least 1 / (n k^(d-1)).
class Pct final : public Strategy {
 public:
  Pct(std::uint64_t seed, std::uint32_t changes, std::uint32_t length)
      : seed_(seed), changes_(changes), length_(length) {}

  void begin(std::uint32_t actors) override;
  Actor next(const Decision& decision) override;

 private:
  Actor highest(const Decision& decision) const;

  std::uint64_t seed_;
  std::uint32_t changes_;
  std::uint32_t length_;
  std::uint64_t plays_ = 0;
  std::vector<std::uint32_t> priority_;   // by actor
  std::vector<std::uint32_t> change_at_;  // decisions still to come, the next one last
};

}  // namespace gcrucible::schedule
