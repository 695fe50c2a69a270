// Observes how worker threads take turns, while they run.
#pragma once

#include <cstdint>

#include "harness/program/schedule.h"

namespace gcrucible::clr {

// One call at a time, except left_alone().
class TurnsWatch {
 public:
  TurnsWatch() = default;
  TurnsWatch(const TurnsWatch&) = delete;
  TurnsWatch& operator=(const TurnsWatch&) = delete;
  virtual ~TurnsWatch() = default;

  // The number of decisions made so far.
  virtual void decided(std::uint32_t decisions) = 0;
  virtual void switched(const program::Switch& to) = 0;
  // A thread runs on without its turn. Called on any thread.
  virtual void left_alone() = 0;
  // The trace now has all decisions.
  virtual void reported() = 0;
};

}  // namespace gcrucible::clr
