// Whoever wants to know how a crew's threads take turns while they do.
#pragma once

#include <cstdint>

#include "harness/program/schedule.h"

namespace gcrucible::clr {

// One call at a time, but for left_alone().
class TurnsWatch {
 public:
  TurnsWatch() = default;
  TurnsWatch(const TurnsWatch&) = delete;
  TurnsWatch& operator=(const TurnsWatch&) = delete;
  virtual ~TurnsWatch() = default;

  // So many decisions have been made.
  virtual void decided(std::uint32_t decisions) = 0;
  virtual void switched(const program::Switch& to) = 0;
  // A thread goes on without its turn. Any thread.
  virtual void left_alone() = 0;
  // The trace says it all.
  virtual void told() = 0;
};

}  // namespace gcrucible::clr
