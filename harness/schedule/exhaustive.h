// Plays every interleaving once, within bounds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "harness/schedule/strategy.h"

namespace gcrucible::schedule {

// Depth first: a play repeats the previous one up to the last decision with an untried option. The same
// schedule must always give the same play.
class Exhaustive final : public Strategy {
 public:
  struct Bounds {
    // The most preemptions: switches away from a thread that could continue. Default: no limit.
    std::optional<std::uint32_t> preemptions = {};
    // The most decisions. Later decisions take the unforced choice only.
    std::optional<std::uint32_t> decisions = {};
  };

  Exhaustive() = default;
  explicit Exhaustive(Bounds bounds) : bounds_(bounds) {}

  void begin(std::uint32_t) override;
  Actor next(const Decision& decision) override;
  // Call between two plays. Returns whether another play is left.
  bool advance();
  // A play offered other options than the play before it. Some interleavings were then not tried.
  bool diverged() const { return diverged_; }

 private:
  struct Fork {
    std::vector<Actor> options;  // still to try; the unforced option first
    std::size_t taken = 0;
    std::uint32_t preemptions = 0;  // before this decision
    bool preempts = false;          // any option except the first is a preemption
  };
  std::uint32_t preemptions_before(std::size_t depth) const;
  std::vector<Actor> options_of(const Decision& decision, std::uint32_t preemptions) const;

  Bounds bounds_;
  std::vector<Fork> path_;
  std::size_t depth_ = 0;
  bool diverged_ = false;
};

}  // namespace gcrucible::schedule
