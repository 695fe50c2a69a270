#include "harness/clr/threads/thread_life.h"

#include "harness/clr/clr.h"
#include "harness/clr/threads/preemptive_scope.h"
#include "harness/trace/callback_fields.h"

namespace gcrucible::clr {

using abi::CallbackMethod;

void report_created(Clr& clr, const ManagedThread& thread) {
  Profiler& profiler = *clr.profiler();
  if (profiler.wants(CallbackMethod::kThreadCreated)) {
    profiler.call(
        CallbackMethod::kThreadCreated, [&] { return trace::fields::ThreadCreated(thread.id); },
        [&] {
          const PreemptiveScope preemptive_scope(clr);
          return profiler.level2()->ThreadCreated(thread.id);
        });
  }
  if (profiler.wants(CallbackMethod::kThreadAssignedToOSThread)) {
    profiler.call(
        CallbackMethod::kThreadAssignedToOSThread,
        [&] { return trace::fields::ThreadAssignedToOSThread(thread.id, thread.os_id); },
        [&] { return profiler.level2()->ThreadAssignedToOSThread(thread.id, thread.os_id); });
  }
}

void report_destroyed(Clr& clr, abi::ThreadID thread) {
  Profiler& profiler = *clr.profiler();
  if (!profiler.wants(CallbackMethod::kThreadDestroyed)) return;
  profiler.call(
      CallbackMethod::kThreadDestroyed, [&] { return trace::fields::ThreadDestroyed(thread); },
      [&] {
        const PreemptiveScope preemptive_scope(clr);
        return profiler.level2()->ThreadDestroyed(thread);
      });
}

}  // namespace gcrucible::clr
