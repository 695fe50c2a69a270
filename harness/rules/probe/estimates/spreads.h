// How far the totals that a profiler estimates may be off: the spreads of all objects so far.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "harness/account/calls.h"
#include "harness/rules/collection/heap_model.h"
#include "harness/rules/probe/estimates/sampling.h"

namespace gcrucible::rules {

class Spreads {
 public:
  // The profiler states its sampling. `late`: objects were allocated before, and their spreads are not known.
  void state(const Sampling& sampling, bool late);
  // No value: the profiler does not estimate, or its spreads are not known.
  const std::optional<Sampling>& sampling() const { return sampling_; }

  void allocate(std::uint32_t node, std::uint64_t size);
  void reclaim(std::uint8_t generation, std::uint64_t size);

  Spread allocated() const;
  const Spread& reclaimed(std::uint8_t generation) const { return reclaimed_[generation]; }
  // Of the sums over all functions. An inclusive sum has an object once for each function on its stack.
  Spread exclusive() const;
  Spread inclusive(std::span<const account::Call> nodes) const;

 private:
  std::optional<Sampling> sampling_;
  bool lost_ = false;
  std::vector<Spread> by_node_;
  std::array<Spread, kGenerationCount> reclaimed_{};
};

}  // namespace gcrucible::rules
