// Chooses a random ready thread at each decision.
#pragma once

#include "harness/program/random.h"
#include "harness/schedule/strategy.h"

namespace gcrucible::schedule {

// Each play differs. The first play depends on the seed alone.
class RandomWalk final : public Strategy {
 public:
  explicit RandomWalk(std::uint64_t seed) : seed_(seed), random_(seed) {}

  void begin(std::uint32_t) override;
  Actor next(const Decision& decision) override;

 private:
  std::uint64_t seed_;
  std::uint64_t plays_ = 0;
  program::Random random_;
};

}  // namespace gcrucible::schedule
