// One program played more than once, for a fault that does not show in each play of it.
#pragma once

#include <cstdint>
#include <functional>

#include "harness/campaign/trial.h"

namespace gcrucible::campaign {

struct Replays {
  Trial last;
  std::uint32_t plays = 1;  // the last one is counted
};

// Plays until `cause` is shown, and at most `most` times; once at least, and no more than that where
// `is_over` says so.
Replays play_until_shown(const Cause& cause, std::uint32_t most, const std::function<Trial()>& play,
                         const std::function<bool()>& is_over);

}  // namespace gcrucible::campaign
