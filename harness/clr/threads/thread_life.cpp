#include "harness/clr/threads/thread_life.h"

#include "harness/clr/callbacks/raise.h"
#include "harness/clr/clr.h"

namespace gcrucible::clr {

using abi::CallbackMethod;

void report_created(Clr& clr, const ManagedThread& thread) {
  Profiler& profiler = *clr.profiler();
  if (profiler.wants(CallbackMethod::kThreadCreated)) {
    profiler.raise<CallbackMethod::kThreadCreated>({.preemptive = &clr}, thread.id);
  }
  if (profiler.wants(CallbackMethod::kThreadAssignedToOSThread)) {
    profiler.raise<CallbackMethod::kThreadAssignedToOSThread>({}, thread.id, thread.os_id);
  }
}

void report_destroyed(Clr& clr, abi::ThreadID thread) {
  Profiler& profiler = *clr.profiler();
  if (!profiler.wants(CallbackMethod::kThreadDestroyed)) return;
  profiler.raise<CallbackMethod::kThreadDestroyed>({.preemptive = &clr}, thread);
}

}  // namespace gcrucible::clr
