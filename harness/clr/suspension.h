// Suspension of the runtime, as the profiler is told of it, and the one that the profiler asks for itself.
#pragma once

#include <atomic>

#include "harness/abi/enums.h"
#include "harness/abi/types.h"

namespace gcrucible::clr {

class Clr;

// On the thread that suspends; it holds the world lock. Order as in coreclr.md 1.1: Started, the suspending
// thread's own RuntimeThreadSuspended if it is a managed one, Finished. Other managed threads of the
// simulation wait in native code and never report, as the runtime's do.
void suspend(Clr& clr, abi::COR_PRF_SUSPEND_REASON reason);
void resume(Clr& clr);

// SuspendRuntime and ResumeRuntime: one suspension at a time, of the whole process; whoever wants may end it.
// Any thread.
class ProfilerSuspension {
 public:
  bool active() const { return active_; }
  // Waits for the step or collection that is under way on another thread. CORPROF_E_SUSPENSION_IN_PROGRESS if
  // the runtime is suspended already.
  abi::HRESULT begin(Clr& clr);
  // CORPROF_E_UNSUPPORTED_CALL_SEQUENCE if it is not suspended by the profiler.
  abi::HRESULT end(Clr& clr);

 private:
  std::atomic<bool> active_{false};
  bool took_world_ = false;  // changed by the owner of the world only
};

}  // namespace gcrucible::clr
