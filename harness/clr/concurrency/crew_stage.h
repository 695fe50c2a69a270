// The stage on which threads at work at once take turns, and what they do with locks there.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "harness/clr/concurrency/crew_locks.h"
#include "harness/clr/concurrency/turns_watch.h"
#include "harness/program/schedule.h"
#include "harness/schedule/point.h"
#include "harness/schedule/stage.h"
#include "harness/schedule/strategy.h"

namespace gcrucible::clr {

class Clr;

// The strategy of a schedule, which tells `watch`, unless that is null, of what it decides.
std::unique_ptr<schedule::Strategy> watched_strategy(const program::Schedule& schedule, TurnsWatch* watch);

// Where turns may change, beside `more`.
schedule::Points points_of(const program::Schedule& schedule);

// Of one play. Each of the crew's threads calls enter() and leave() once, or each time that it is admitted.
class CrewStage {
 public:
  struct Cast {
    std::uint32_t actors = 0;
    std::uint32_t later = 0;  // so many of them, the last ones, are admitted in the middle of the play
    std::uint32_t first_decision = 0;
    CrewLocks::NameOf name;          // of an actor, in the middle of a sentence
    CrewLocks::OtherWait wait = {};  // what is waited for that is no lock
  };
  // All that is handed over lives as long.
  CrewStage(Clr& clr, schedule::Strategy& strategy, schedule::Points points, Cast cast, TurnsWatch* watch);
  CrewStage(const CrewStage&) = delete;
  CrewStage& operator=(const CrewStage&) = delete;
  ~CrewStage();

  schedule::Stage& stage() { return *stage_; }
  // Null where nobody is held up.
  CrewLocks* locks() { return free_ ? nullptr : &*locks_; }

  void enter(schedule::Actor actor);
  void leave();
  // The calling thread does something for the actor's, which waits for it; and then who did before, whose
  // number the first call answered.
  std::uint32_t stand_in(schedule::Actor actor);
  void stand_back(schedule::Actor actor, std::uint32_t before);

 private:
  class Idleness;

  Clr* clr_;
  bool free_;
  std::uint32_t actors_;
  // The system's numbers of each actor's thread, and then of who stands in for it; 0: nobody.
  std::vector<std::atomic<std::uint32_t>> numbers_;
  std::unique_ptr<Idleness> idleness_;
  std::unique_ptr<schedule::Stage> stage_;
  std::unique_ptr<CrewLocks> locks_;
};

}  // namespace gcrucible::clr
