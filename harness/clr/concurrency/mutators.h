// Threads of the program that are at work at once.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "harness/abi/types.h"
#include "harness/clr/concurrency/crew_stage.h"
#include "harness/clr/concurrency/turns_watch.h"
#include "harness/program/schedule.h"
#include "harness/schedule/point.h"
#include "harness/schedule/stage.h"
#include "harness/schedule/strategy.h"

namespace gcrucible::clr {

class Clr;
class Mutators;
struct ThreadState;

// The switch point before the callback that comes next is where this is made, so that nobody goes on between
// what is decided behind that and the callback. Nothing on other threads than those of Mutators, or where the
// callback is not `wanted`.
class EntersFirst {
 public:
  explicit EntersFirst(bool wanted);
  EntersFirst(const EntersFirst&) = delete;
  EntersFirst& operator=(const EntersFirst&) = delete;
  ~EntersFirst();
};

// While this lives, the collector's thread is the calling one's. `mutators` may be null: it is nobody's then.
class CollectorTaken {
 public:
  explicit CollectorTaken(Mutators* mutators);
  CollectorTaken(const CollectorTaken&) = delete;
  CollectorTaken& operator=(const CollectorTaken&) = delete;
  ~CollectorTaken();

 private:
  Mutators* mutators_;
};

// One of them runs at a time, and turns change at switch points only: before a step, before a callback and
// behind it, and inside if the schedule says so. What each does in between nobody sees half done.
//
// As in the CLR a thread is in cooperative mode while it makes a step, but for what the profiler does in a
// callback of preemptive mode and for what it waits for. All that are in it have the world together. Who
// suspends the runtime waits until no other is, who would go back to it while the runtime is suspended waits
// for the end of that, and tells the profiler so (RuntimeThreadSuspended, RuntimeThreadResumed). At switch
// points the world is open.
//
// Lives for one play, on whichever thread. The rest is for its threads, and for those that stand in for them.
class Mutators {
 public:
  struct Cast {
    std::vector<std::uint32_t> threads;  // their numbers in the program; each of them runs
    std::vector<std::string> names;      // of each, in the middle of a sentence
    std::uint16_t heaps = 1;             // of server GC, where collections are told by more than one thread
  };
  // Switches of the schedule name actors, which are places in those lists, and behind these heaps from 1 on.
  // No schedule lets them run freely.
  // `watch`, which may be null, lives as long.
  Mutators(Clr& clr, Cast cast, const program::Schedule& schedule, TurnsWatch* watch);
  Mutators(const Mutators&) = delete;
  Mutators& operator=(const Mutators&) = delete;
  ~Mutators();

  // The world is nobody's, and clr.mutators() is this. The work of each, on its thread, between whose steps
  // it calls begin_step() and end_step(); returns when all is done. What they throw is thrown here.
  void run(const std::function<void(schedule::Actor)>& work);

  const std::vector<std::uint32_t>& threads() const { return threads_; }
  bool has(std::uint32_t thread) const;
  std::uint16_t heaps() const { return heaps_; }
  schedule::Stage& stage() { return crew_->stage(); }

  // `runs_on`: the thread that a suspension of the profiler's would have to leave alone; 0: it may be
  // nobody's.
  void begin_step(abi::ThreadID runs_on);
  void end_step();

  // A switch point, in whatever mode the thread is.
  void reach(schedule::Point point);
  // Cooperative mode is over, or the calling thread has none to leave: false then, as on who suspends.
  bool leave();
  // Into it, as soon as nothing forbids that. Inside a callback the world is open then, else closed.
  void come_back();
  // The outermost callback of the calling thread, or another one, has returned. `stops`: here the thread may
  // stop for who suspends the runtime.
  void returned(bool stops);
  // Until `still` is not so; another one of them sees to that and calls rouse(). In preemptive mode.
  void wait(const void* what, CrewLocks::Other what_for, const std::function<bool()>& still);
  void rouse(const void* what);
  // Until no other of them has the runtime suspended.
  void wait_for_suspender();
  // The same for what somebody else sees to, who knows nothing of turns.
  void wait_outside(const std::function<void()>& until);

  // The calling thread, in cooperative mode, alone may suspend the runtime from now on, as soon as no other
  // does; until resumed().
  void claim();
  // Of server GC, behind claim(): the collector's thread is the calling one's until give_collector(), as soon
  // as it has told the last of a collection for another one. False where it is already.
  bool take_collector();
  void give_collector();
  // Behind stop_others(), on the collector's thread of heap 0, which stands in for who collects: the work of
  // each heap on its own thread, which takes turns with all others. Returns when all is done. What they throw
  // is thrown here.
  void run_heaps(const std::function<void(std::uint16_t)>& work);
  // Others do not come back any more, and those in cooperative mode are waited for.
  void stop_others();
  // The same without waiting for anybody, until it is given up: they come back, none tells any more that it
  // was stopped, and who suspends tries again.
  void try_to_stop_others();
  void give_up_stopping();
  // Who comes back from now on tells that no more, unless the runtime is one that tells it late.
  void resuming();
  // Any thread: both of what follows.
  void resumed();
  void give_up_claim();
  // Those that wait for the end of a suspension look again.
  void rouse_held();

  // Wraps work that another thread does while the calling one waits, whether that is one of them or not.
  static std::function<void()> stand_in(const std::function<void()>& work);

 private:
  struct Wait {
    const void* what = nullptr;
    CrewLocks::Other what_for = {};
  };
  // Who else has claimed the runtime; `stopping`: and lets nobody come back.
  std::optional<schedule::Actor> other_suspender(schedule::Actor actor, bool stopping) const;
  bool suspended_by_other(schedule::Actor actor) const { return other_suspender(actor, true).has_value(); }
  void wait_for_suspender(bool stopping);
  void come_back(abi::ThreadID runs_on);
  // The one of them by whose doing the profiler has suspended the runtime.
  std::optional<schedule::Actor> profiler_suspender() const;
  void wait_for_profiler(abi::ThreadID runs_on);
  // Whether it tells of that, should it come back now.
  bool tells(schedule::Actor actor) const;
  bool alone(schedule::Actor actor) const;
  bool take_world(ThreadState& thread);
  CrewLocks::Other wait_of(const schedule::Stage::Waiting& waiting) const;
  void play(schedule::Actor actor, const std::function<void(schedule::Actor)>& work);

  Clr* clr_;
  std::uint16_t heaps_;
  std::uint16_t telling_ = 0;  // heaps whose threads are not done
  std::vector<std::uint32_t> threads_;
  std::vector<std::string> names_;
  std::unique_ptr<schedule::Strategy> strategy_;
  std::unique_ptr<CrewStage> crew_;
  // Those that have stepped out run beside the others.
  mutable std::mutex mutex_;
  std::vector<bool> in_world_;  // by actor
  std::uint32_t sharers_ = 0;
  std::optional<schedule::Actor> suspender_;
  std::optional<schedule::Actor> collector_for_;
  bool stopping_ = false;  // others do not go back to cooperative mode
  bool resuming_ = false;
  char alone_ = 0;           // its address is what is waited for
  std::vector<Wait> waits_;  // by actor
};

}  // namespace gcrucible::clr
