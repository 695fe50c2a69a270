// Who goes on: the one interface behind which the kinds of schedules stand.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "harness/schedule/point.h"

namespace gcrucible::schedule {

// Of one play, from 0.
using Actor = std::uint32_t;

struct Decision {
  std::uint32_t number = 0;  // as program::Switch
  Point point = Point::kWait;
  std::optional<Actor> current = {};  // who stands at the point and could go on; nobody at kWait
  std::span<const Actor> ready;       // who could run: at least two, ascending
};

// Who goes on where no strategy wants anything else: who runs, or else the first that can.
Actor unforced(const Decision& decision);

// Decides for one play at a time; plays may follow each other. Called by one thread at a time.
class Strategy {
 public:
  Strategy() = default;
  Strategy(const Strategy&) = delete;
  Strategy& operator=(const Strategy&) = delete;
  virtual ~Strategy() = default;

  // A play of so many begins.
  virtual void begin(std::uint32_t actors) = 0;
  // One of `decision.ready`.
  virtual Actor next(const Decision& decision) = 0;
  // Nobody is to be held up, and nothing asked.
  virtual bool free_running() const { return false; }
};

}  // namespace gcrucible::schedule
