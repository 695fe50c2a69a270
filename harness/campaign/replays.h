// Plays one program several times, for a fault that does not show in each play.
#pragma once

#include <cstdint>
#include <functional>

#include "harness/campaign/trial.h"

namespace gcrucible::campaign {

struct Replays {
  Trial last;
  std::uint32_t plays = 1;  // including the last one
};

// Plays until `cause` shows, at least once and at most `most` times. Stops early after the first play if
// `is_over` returns true.
Replays play_until_shown(const Cause& cause, std::uint32_t most, const std::function<Trial()>& play,
                         const std::function<bool()>& is_over);

}  // namespace gcrucible::campaign
