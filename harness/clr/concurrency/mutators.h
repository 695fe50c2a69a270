// Threads of the program that run at the same time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "harness/abi/types.h"
#include "harness/clr/concurrency/turns_watch.h"
#include "harness/clr/concurrency/worker_stage.h"
#include "harness/program/schedule.h"
#include "harness/schedule/point.h"
#include "harness/schedule/stage.h"
#include "harness/schedule/strategy.h"

namespace gcrucible::clr {

class Clr;
class Mutators;
struct ThreadState;

// Moves the switch point of the next callback to the place where this object is made. No other thread then
// runs between a decision made after it and the callback. Does nothing on threads outside Mutators, or if the
// callback is not `wanted`.
class SwitchPointGuard {
 public:
  explicit SwitchPointGuard(bool wanted);
  SwitchPointGuard(const SwitchPointGuard&) = delete;
  SwitchPointGuard& operator=(const SwitchPointGuard&) = delete;
  ~SwitchPointGuard();
};

// While it lives, the calling thread owns the collector's thread. Does nothing if `mutators` is null.
class CollectorLock {
 public:
  explicit CollectorLock(Mutators* mutators);
  CollectorLock(const CollectorLock&) = delete;
  CollectorLock& operator=(const CollectorLock&) = delete;
  ~CollectorLock();

 private:
  Mutators* mutators_;
};

// One thread runs at a time. Turns change only at switch points: before a step, before and after a callback,
// and inside callbacks if the schedule has such points. No other thread sees the work between two points half
// done.
//
// As in the CLR, a thread is in cooperative mode during a step. Callbacks of preemptive mode and waits leave
// that mode. All threads in cooperative mode hold the world together. A thread that suspends the runtime
// waits until no other thread is in cooperative mode. A thread that would return to it waits for the end of
// the suspension, and notifies the profiler (RuntimeThreadSuspended, RuntimeThreadResumed). At switch points
// the world is open.
//
// Lives for one play; any thread may make it. Only its threads, and those that act for them, may call the
// other members.
class Mutators {
 public:
  struct Cast {
    std::vector<std::uint32_t> threads;  // their numbers in the program; each one runs
    std::vector<std::string> names;      // of each thread, for the middle of a sentence
    std::uint16_t heaps = 1;             // heaps of server GC, if several threads report a collection
  };
  // Switches of the schedule name actors: indices into these lists, followed by the heaps from 1 on. Without
  // a schedule the threads run freely. `watch` may be null and must outlive this object.
  Mutators(Clr& clr, Cast cast, const program::Schedule& schedule, TurnsWatch* watch);
  Mutators(const Mutators&) = delete;
  Mutators& operator=(const Mutators&) = delete;
  ~Mutators();

  // Call while no thread holds the world and clr.mutators() is this object. Runs `work` of each actor on its
  // thread; `work` calls begin_step() and end_step() around each step. Returns when all is done, and rethrows
  // exceptions.
  void run(const std::function<void(schedule::Actor)>& work);

  const std::vector<std::uint32_t>& threads() const { return threads_; }
  bool has(std::uint32_t thread) const;
  std::uint16_t heaps() const { return heaps_; }
  schedule::Stage& stage() { return workers_->stage(); }

  // `runs_on`: the managed thread that runs the step. A suspension by the profiler delays the step, unless
  // that thread made it. 0: any suspension by the profiler delays the step.
  void begin_step(abi::ThreadID runs_on);
  void end_step();

  // A switch point, in either mode.
  void reach(schedule::Point point);
  // Leaves cooperative mode. Returns false if the thread is not in it, or suspends the runtime itself.
  bool leave();
  // Returns to cooperative mode as soon as nothing forbids it. The world is then open inside a callback,
  // otherwise closed.
  void come_back();
  // Call after a callback of the calling thread returns. `stops`: the thread may stop here for a suspension.
  void returned(bool stops);
  // Waits, in preemptive mode, until `still` is false. Another of the threads ends the wait and calls
  // rouse().
  void wait(const void* what, WorkerLocks::Other what_for, const std::function<bool()>& still);
  void rouse(const void* what);
  // Waits until none of the other threads has the runtime suspended.
  void wait_for_suspender();
  // Like wait(), for something that a thread outside the schedule ends.
  void wait_outside(const std::function<void()>& until);

  // Call in cooperative mode. Waits until no other thread suspends the runtime. From then on only the calling
  // thread may suspend it, until resumed().
  void claim();
  // Server GC only, after claim(). Waits until the collector's thread has reported the end of another
  // collection. It then belongs to the calling thread until give_collector(). Returns false if it already
  // did.
  bool take_collector();
  void give_collector();
  // Call after stop_others(), on the collector's thread of heap 0, which acts for the collecting thread. Runs
  // the work of each heap on its own thread; those take turns with all others. Returns when all is done, and
  // rethrows exceptions.
  void run_heaps(const std::function<void(std::uint16_t)>& work);
  // Keeps other threads out of cooperative mode, and waits for those that are in it.
  void stop_others();
  // Like stop_others(), but without waiting, until give_up_stopping(). The other threads then return to
  // cooperative mode without a callback about the stop, and the suspending thread tries again.
  void try_to_stop_others();
  void give_up_stopping();
  // Threads that return after this do not report that they were stopped, unless the runtime reports it late.
  void resuming();
  // Any thread may call this. Calls both functions below.
  void resumed();
  void give_up_claim();
  // Threads that wait for the end of a suspension check again.
  void rouse_held();

  // Wraps work that another thread does while the calling thread waits. Any thread may call this.
  static std::function<void()> run_on_behalf_of(const std::function<void()>& work);

 private:
  struct Wait {
    const void* what = nullptr;
    WorkerLocks::Other what_for = {};
  };
  // Another actor that has claimed the runtime. `stopping`: only if it also keeps others from returning.
  std::optional<schedule::Actor> other_suspender(schedule::Actor actor, bool stopping) const;
  bool suspended_by_other(schedule::Actor actor) const { return other_suspender(actor, true).has_value(); }
  void wait_for_suspender(bool stopping);
  void come_back(abi::ThreadID runs_on);
  // The actor in whose callback the profiler suspended the runtime.
  std::optional<schedule::Actor> profiler_suspender() const;
  void wait_for_profiler(abi::ThreadID runs_on);
  // Whether the actor would report its stop if it returned now.
  bool reports(schedule::Actor actor) const;
  bool alone(schedule::Actor actor) const;
  bool take_world(ThreadState& thread);
  WorkerLocks::Other wait_of(const schedule::Stage::Waiting& waiting) const;
  void play(schedule::Actor actor, const std::function<void(schedule::Actor)>& work);

  Clr* clr_;
  std::uint16_t heaps_;
  std::uint16_t reporting_ = 0;  // heaps whose threads are not done
  std::vector<std::uint32_t> threads_;
  std::vector<std::string> names_;
  std::unique_ptr<schedule::Strategy> strategy_;
  std::unique_ptr<WorkerStage> workers_;
  // Threads that have stepped out run at the same time as the others.
  mutable std::mutex mutex_;
  std::vector<bool> in_world_;  // by actor
  std::uint32_t sharers_ = 0;
  std::optional<schedule::Actor> suspender_;
  std::optional<schedule::Actor> collector_for_;
  bool stopping_ = false;  // other threads must not return to cooperative mode
  bool resuming_ = false;
  char alone_ = 0;           // its address identifies the wait
  std::vector<Wait> waits_;  // by actor
};

}  // namespace gcrucible::clr
