// Parts of several actors on one stage, told of the system's locks and sleeps as gcrucible-host has them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "harness/program/schedule.h"
#include "harness/schedule/strategy.h"
#include "harness/schedule/troupe.h"

namespace gcrucible::clr {

struct Played {
  std::string deadlock;
  std::string cycle;
  bool deterministic = false;
  std::vector<program::Switch> switches;
};

// As an Info call.
void ask();

// The parts of so many actors, told of their locks. A deadlock wakes them all.
Played play(schedule::Troupe& troupe, schedule::Strategy& strategy, std::uint32_t actors,
            const std::function<void(schedule::Actor)>& part);

}  // namespace gcrucible::clr
