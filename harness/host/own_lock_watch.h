// Callbacks that wait for a mutex which their own thread has.
#pragma once

#include <cstdint>

#include "harness/clr/clr.h"
#include "harness/clr/threads/call_watch.h"
#include "harness/platform/threads/self_wait.h"

namespace gcrucible::host {

// Tells of a deadlock where nobody is left who could give the mutex back: no thread of the profiler's own.
// One at a time in a process.
class OwnLockWatch final : public platform::SelfWait {
 public:
  // `beside`: threads that are neither the runtime's nor the profiler's, but for the first one. `watch` may
  // be null.
  OwnLockWatch(clr::Clr& clr, clr::CallWatch* watch, std::uint32_t beside);
  ~OwnLockWatch() override;

  void begins() override;

 private:
  clr::Clr* clr_;
  clr::CallWatch* watch_;
  std::uint32_t beside_;
};

}  // namespace gcrucible::host
