// Parts of several actors on one stage. The stage intercepts the system's locks and sleeps as in
// gcrucible-host.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "harness/program/schedule.h"
#include "harness/schedule/strategy.h"
#include "harness/schedule/thread_pool.h"

namespace gcrucible::clr {

struct Played {
  std::string deadlock;
  std::string cycle;
  bool deterministic = false;
  std::vector<program::Switch> switches;
};

// Behaves as an Info call.
void ask();

// Plays the parts of this many actors, with intercepted locks. A deadlock wakes them all.
Played play(schedule::ThreadPool& pool, schedule::Strategy& strategy, std::uint32_t actors,
            const std::function<void(schedule::Actor)>& part);

}  // namespace gcrucible::clr
