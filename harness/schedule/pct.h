// Probabilistic concurrency testing (Burckhardt and others, 2010): random priorities, changed at few random
// decisions.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/program/random.h"
#include "harness/schedule/strategy.h"

namespace gcrucible::schedule {

// The ready thread with the highest priority runs. At each change, that thread gets a priority below all
// initial priorities. A bug of depth d is met with a probability of at least 1 / (n k^(d-1)). Here n is the
// number of threads, k of decisions, and d - 1 of changes.
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
