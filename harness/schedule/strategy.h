// The interface of all schedules: it decides which actor runs.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "harness/schedule/point.h"

namespace gcrucible::schedule {

// The number of an actor in one play, from 0.
using Actor = std::uint32_t;

struct Decision {
  std::uint32_t number = 0;  // as in program::Switch
  Point point = Point::kWait;
  std::optional<Actor> current = {};  // the actor at the point, if it could continue; none at kWait
  std::span<const Actor> ready;       // the actors that could run: at least two, ascending
};

// The default choice: the current actor, or else the first that is ready.
Actor unforced(const Decision& decision);

// Decides for one play at a time; plays may follow each other. Called by one thread at a time.
class Strategy {
 public:
  Strategy() = default;
  Strategy(const Strategy&) = delete;
  Strategy& operator=(const Strategy&) = delete;
  virtual ~Strategy() = default;

  // Begins a play with this number of actors.
  virtual void begin(std::uint32_t actors) = 0;
  // Returns one of `decision.ready`.
  virtual Actor next(const Decision& decision) = 0;
  // True: no thread waits for its turn, and next() is not called.
  virtual bool free_running() const { return false; }
};

}  // namespace gcrucible::schedule
