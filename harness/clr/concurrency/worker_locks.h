// Schedules the locks that worker threads take in the profiler's code: a waiting thread lets others run.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/platform/threads/lock_scheduler.h"
#include "harness/schedule/stage.h"

namespace gcrucible::clr {

// Belongs to one play. Called by threads on its stage.
class WorkerLocks final : public platform::LockScheduler {
 public:
  // Returns the name of an actor's thread, for the middle of a sentence.
  using NameOf = std::function<std::string(schedule::Actor)>;
  // A wait that is not for a lock, and that other actors must end.
  struct Other {
    std::string text = {};  // empty: the wait is for a lock
    std::vector<schedule::Actor> on = {};
  };
  using OtherWait = std::function<Other(const schedule::Stage::Waiting&)>;
  // `known_threads`: how many threads of the process belong to the runtime alone. Any thread may call it,
  // under locks of the stage's. `numbers`: the system's number of each actor's thread, then of each stand-in;
  // 0 until it exists.
  WorkerLocks(schedule::Stage& stage, std::function<std::uint32_t()> known_threads,
              std::span<const std::atomic<std::uint32_t>> numbers, NameOf name, OtherWait other = {});
  ~WorkerLocks() override;

  void point() override { stage_->reach(schedule::Point::kLock); }
  void yield() override { stage_->yield(schedule::Point::kLock); }
  Woken wait(const void* what, std::optional<std::chrono::nanoseconds> timeout,
             const std::function<bool()>& still) override;
  Woken wait_for_wake(const void* condition, std::optional<std::chrono::nanoseconds> timeout,
                      const std::function<bool()>& still) override;
  std::uint32_t wake(const void* what, std::uint32_t most, WakePoint point) override;
  void tried(const void* lock) override;
  bool is_tried(const void* lock) const override;
  void step_out() override { stage_->step_out(); }
  void step_in() override { stage_->step_in(); }
  void sleep(std::chrono::nanoseconds time) override { stage_->sleep(time); }
  bool has(std::uint32_t thread) const override;
  bool has_strangers() const override;

  // For the stage: whether a thread on stage holds the lock, or must wake the waiter because no other thread
  // can. Semaphores, and conditions that processes share, are unbound: another process or a signal handler
  // may also end such a wait.
  bool bound(const schedule::Stage::Waiting& waiting) const;
  // Describes which actor waits for which lock, which actor holds it, or for which condition. Locks and
  // conditions are numbered in order of appearance.
  std::string text(std::span<const schedule::Stage::Waiting> waiting) const;
  // A key that is equal for deadlocks of the same threads over the same locks, in all plays of one program.
  // It does not depend on the holders, nor on the place in the profiler's code. Empty if a lock has no known
  // place.
  std::string cycle(std::span<const schedule::Stage::Waiting> waiting) const;

 private:
  struct Edge {
    schedule::Actor actor = 0;
    const void* lock = nullptr;  // null: something else
    std::vector<schedule::Actor> on = {};
  };
  Other other_wait(const schedule::Stage::Waiting& waiting) const;
  Edge edge_of(const schedule::Stage::Waiting& waiting) const;
  std::optional<std::uint32_t> actor_of(std::uint32_t thread) const;

  schedule::Stage* stage_;
  std::function<std::uint32_t()> known_threads_;
  std::span<const std::atomic<std::uint32_t>> numbers_;
  NameOf name_;
  OtherWait other_;
  std::atomic<std::uint32_t> waiting_{0};
  // By actor: the condition of wait_for_wake().
  std::vector<std::atomic<const void*>> conditions_;
  // Threads that have stepped out may call tried() at the same time.
  mutable std::mutex mutex_;
  std::vector<const void*> tried_;
};

}  // namespace gcrucible::clr
