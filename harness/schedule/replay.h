// Replays a list of switches, which is written by hand, recorded or shrunk.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "harness/program/schedule.h"
#include "harness/schedule/strategy.h"

namespace gcrucible::schedule {

// Where the list has no switch, the running thread continues. A switch to a thread that cannot run is
// skipped: the program has then changed since the recording.
class Replay final : public Strategy {
 public:
  explicit Replay(std::vector<program::Switch> switches) : switches_(std::move(switches)) {}

  void begin(std::uint32_t) override;
  Actor next(const Decision& decision) override;
  // Number of switches that this play skipped.
  std::size_t missed() const { return missed_; }

 private:
  std::vector<program::Switch> switches_;
  std::size_t next_ = 0;
  std::size_t missed_ = 0;
};

}  // namespace gcrucible::schedule
