// The stage on which concurrent threads take turns, and how they take locks there.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "harness/clr/concurrency/turns_watch.h"
#include "harness/clr/concurrency/worker_locks.h"
#include "harness/program/schedule.h"
#include "harness/schedule/point.h"
#include "harness/schedule/stage.h"
#include "harness/schedule/strategy.h"

namespace gcrucible::clr {

class Clr;

// The strategy of a schedule. It reports its decisions to `watch`, which may be null.
std::unique_ptr<schedule::Strategy> watched_strategy(const program::Schedule& schedule, TurnsWatch* watch);

// The switch points of a schedule.
schedule::Points points_of(const program::Schedule& schedule);

// For one play. Each worker calls enter() and leave() once, or once for each admission.
class WorkerStage {
 public:
  struct Cast {
    std::uint32_t actors = 0;
    std::uint32_t later = 0;  // this many, the last ones, are admitted during the play
    std::uint32_t first_decision = 0;
    WorkerLocks::NameOf name;          // of an actor, for the middle of a sentence
    WorkerLocks::OtherWait wait = {};  // waits that are not for locks
  };
  // All arguments must outlive this object.
  WorkerStage(Clr& clr, schedule::Strategy& strategy, schedule::Points points, Cast cast, TurnsWatch* watch);
  WorkerStage(const WorkerStage&) = delete;
  WorkerStage& operator=(const WorkerStage&) = delete;
  ~WorkerStage();

  schedule::Stage& stage() { return *stage_; }
  // Null if the threads run freely.
  WorkerLocks* locks() { return free_ ? nullptr : &*locks_; }

  void enter(schedule::Actor actor);
  void leave();
  // The calling thread acts in place of the actor's thread, which waits. stand_back() restores the previous
  // stand-in, whose number run_on_behalf_of() returned.
  std::uint32_t run_on_behalf_of(schedule::Actor actor);
  void stand_back(schedule::Actor actor, std::uint32_t before);

 private:
  class Idleness;

  Clr* clr_;
  bool free_;
  std::uint32_t actors_;
  // The system's number of each actor's thread, then of each stand-in; 0: none.
  std::vector<std::atomic<std::uint32_t>> numbers_;
  std::unique_ptr<Idleness> idleness_;
  std::unique_ptr<schedule::Stage> stage_;
  std::unique_ptr<WorkerLocks> locks_;
};

}  // namespace gcrucible::clr
