#include "harness/clr/threads/thread_life.h"

#include "harness/clr/callbacks/raise.h"
#include "harness/clr/clr.h"

namespace gcrucible::clr {

using abi::CallbackMethod;

void report_created(Clr& clr, const ManagedThread& thread) {
  raise_if_wanted<CallbackMethod::kThreadCreated>(clr.profiler(), {.preemptive = &clr}, thread.id);
  raise_if_wanted<CallbackMethod::kThreadAssignedToOSThread>(clr.profiler(), {}, thread.id, thread.os_id);
}

void report_destroyed(Clr& clr, abi::ThreadID thread) {
  raise_if_wanted<CallbackMethod::kThreadDestroyed>(clr.profiler(), {.preemptive = &clr}, thread);
}

}  // namespace gcrucible::clr
