// Every interleaving, each once, within bounds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "harness/schedule/strategy.h"

namespace gcrucible::schedule {

// Depth first: a play repeats the last one up to the last decision that has something left to try. What is
// played must do the same under the same schedule.
class Exhaustive final : public Strategy {
 public:
  struct Bounds {
    // Of threads that could have gone on; nothing: any number.
    std::optional<std::uint32_t> preemptions = {};
    // Decisions behind so many are not tried, but unforced.
    std::optional<std::uint32_t> decisions = {};
  };

  Exhaustive() = default;
  explicit Exhaustive(Bounds bounds) : bounds_(bounds) {}

  void begin(std::uint32_t) override;
  Actor next(const Decision& decision) override;
  // Between two plays: whether there is another one.
  bool advance();
  // A play was offered something else than the one before it, so that not all was tried.
  bool diverged() const { return diverged_; }

 private:
  struct Fork {
    std::vector<Actor> options;  // what is to be tried, the unforced one first
    std::size_t taken = 0;
    std::uint32_t preemptions = 0;  // before it
    bool preempts = false;          // any but the first would be one
  };
  std::uint32_t preemptions_before(std::size_t depth) const;
  std::vector<Actor> options_of(const Decision& decision, std::uint32_t preemptions) const;

  Bounds bounds_;
  std::vector<Fork> path_;
  std::size_t depth_ = 0;
  bool diverged_ = false;
};

}  // namespace gcrucible::schedule
