// Detects callbacks that wait for a mutex that their own thread holds.
#pragma once

#include <cstdint>

#include "harness/clr/clr.h"
#include "harness/clr/threads/call_watch.h"
#include "harness/platform/threads/self_deadlock.h"

namespace gcrucible::host {

// Reports a deadlock if no thread is left that could release the mutex: the profiler has no threads of its
// own. One object at a time in a process.
class OwnLockWatch final : public platform::SelfDeadlock {
 public:
  // `other_threads`: number of threads that belong neither to the runtime nor to the profiler, without the
  // first thread. `watch` may be null.
  OwnLockWatch(clr::Clr& clr, clr::CallWatch* watch, std::uint32_t other_threads);
  ~OwnLockWatch() override;

  void begins() override;

 private:
  clr::Clr* clr_;
  clr::CallWatch* watch_;
  std::uint32_t other_threads_;
};

}  // namespace gcrucible::host
