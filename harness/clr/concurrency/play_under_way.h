// The play that is on, for threads that have no part in it.
#pragma once

#include <atomic>
#include <mutex>

#include "harness/clr/threads/thread_state.h"
#include "harness/schedule/stage.h"

namespace gcrucible::clr {

// What a thread of the profiler's does meanwhile comes where the machine has it: the play can still be told,
// and nobody may promise that it is the same again. One play at a time; any thread.
class PlayUnderWay {
 public:
  PlayUnderWay() = default;
  PlayUnderWay(const PlayUnderWay&) = delete;
  PlayUnderWay& operator=(const PlayUnderWay&) = delete;

  void begin(schedule::Stage& stage) {
    const std::scoped_lock lock(mutex_);
    stage_ = &stage;
    on_ = true;
  }
  void end() {
    const std::scoped_lock lock(mutex_);
    stage_ = nullptr;
    on_ = false;
  }

  // The calling thread says something, or has got the world: of one that the runtime has not started nothing
  // is certain.
  void seen() {
    if (!on_.load(std::memory_order_relaxed) || this_thread().of_runtime) return;
    const std::scoped_lock lock(mutex_);
    if (stage_ != nullptr) stage_->disturbed();
  }

 private:
  std::atomic<bool> on_{false};
  std::mutex mutex_;  // of what follows
  schedule::Stage* stage_ = nullptr;
};

}  // namespace gcrucible::clr
