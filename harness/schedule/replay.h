// A list of switches, drawn up by hand, recorded or shrunk.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "harness/program/schedule.h"
#include "harness/schedule/strategy.h"

namespace gcrucible::schedule {

// Where the list says nothing, who runs goes on. A switch to one that could not run then is passed over: what
// it was recorded with has changed.
class Replay final : public Strategy {
 public:
  explicit Replay(std::vector<program::Switch> switches) : switches_(std::move(switches)) {}

  void begin(std::uint32_t) override;
  Actor next(const Decision& decision) override;
  // Switches of this play that were passed over.
  std::size_t missed() const { return missed_; }

 private:
  std::vector<program::Switch> switches_;
  std::size_t next_ = 0;
  std::size_t missed_ = 0;
};

}  // namespace gcrucible::schedule
