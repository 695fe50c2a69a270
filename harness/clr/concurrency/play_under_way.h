// The current play, for threads outside it.
#pragma once

#include <atomic>
#include <mutex>

#include "harness/clr/threads/thread_state.h"
#include "harness/schedule/stage.h"

namespace gcrucible::clr {

// The timing of a profiler thread outside the play depends on the machine. The play can still be recorded,
// but a replay may differ. One play at a time; any thread may call it.
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

  // The calling thread writes to the trace, or has got the world. If the runtime did not start this thread,
  // the play is no longer deterministic.
  void seen() {
    if (!on_.load(std::memory_order_relaxed) || this_thread().of_runtime) return;
    const std::scoped_lock lock(mutex_);
    if (stage_ != nullptr) stage_->disturbed();
  }

 private:
  std::atomic<bool> on_{false};
  std::mutex mutex_;  // guards stage_
  schedule::Stage* stage_ = nullptr;
};

}  // namespace gcrucible::clr
