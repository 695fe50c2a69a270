// Locks that a crew's threads take in the profiler's code: who waits for one lets others go on.
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

// Of one play; told by threads that are on its stage.
class CrewLocks final : public platform::LockScheduler {
 public:
  // What an actor's thread is called in the middle of a sentence.
  using NameOf = std::function<std::string(schedule::Actor)>;
  // What an actor waits for, if that is no lock and others of them have to end it.
  struct Other {
    std::string text = {};  // empty: it is a lock
    std::vector<schedule::Actor> on = {};
  };
  using OtherWait = std::function<Other(const schedule::Stage::Waiting&)>;
  // `known_threads`: how many of the process's are nobody's but the runtime's; asked under locks of the
  // stage's, by any thread. `numbers`: the system's of each actor's thread, and then of who stands in for it,
  // 0 before it has come.
  CrewLocks(schedule::Stage& stage, std::function<std::uint32_t()> known_threads,
            std::span<const std::atomic<std::uint32_t>> numbers, NameOf name, OtherWait other = {});
  ~CrewLocks() override;

  void point() override { stage_->reach(schedule::Point::kLock); }
  void yield() override { stage_->yield(schedule::Point::kLock); }
  Woken wait(const void* what, std::optional<std::chrono::nanoseconds> timeout,
             const std::function<bool()>& still) override;
  Woken wait_for_wake(const void* condition, std::optional<std::chrono::nanoseconds> timeout,
                      const std::function<bool()>& still) override;
  void wake(const void* what, std::uint32_t most, WakePoint point) override;
  void tried(const void* lock) override;
  bool is_tried(const void* lock) const override;
  void step_out() override { stage_->step_out(); }
  void step_in() override { stage_->step_in(); }
  void sleep(std::chrono::nanoseconds time) override { stage_->sleep(time); }
  bool has(std::uint32_t thread) const override;
  bool has_strangers() const override;

  // For the stage: whether one of its threads has what is waited for, or would have to wake it because there
  // are no others. A semaphore may be for another process or a signal handler to give, too, and so may be a
  // condition that processes share.
  bool bound(const schedule::Stage::Waiting& waiting) const;
  // Who waits for which lock, and who has it, or for which condition. Both are numbered as they come.
  std::string text(std::span<const schedule::Stage::Waiting> waiting) const;
  // The same for each deadlock of the same threads over the same locks in the plays of one program, whoever
  // of them has which and wherever in the profiler's code they are; empty where that cannot be known.
  std::string cycle(std::span<const schedule::Stage::Waiting> waiting) const;

 private:
  struct Edge {
    schedule::Actor actor = 0;
    const void* lock = nullptr;  // or something else
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
  // Threads that have stepped out try beside the others.
  mutable std::mutex mutex_;
  std::vector<const void*> tried_;
};

}  // namespace gcrucible::clr
