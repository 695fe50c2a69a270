#include "harness/clr/suspension.h"

#include "harness/abi/hresults.h"
#include "harness/clr/clr.h"
#include "harness/trace/callback_fields.h"

namespace gcrucible::clr {

namespace {

using abi::CallbackMethod;

template <typename Fields, typename Invoke>
void tell(Clr& clr, CallbackMethod method, Fields&& fields, Invoke&& invoke) {
  Profiler* profiler = clr.profiler();
  if (profiler != nullptr && profiler->wants(method)) {
    profiler->call(method, fields, [&] { return invoke(profiler->level2()); });
  }
}

}  // namespace

void suspend(Clr& clr, abi::COR_PRF_SUSPEND_REASON reason) {
  using Callback = abi::ICorProfilerCallback2*;
  tell(
      clr, CallbackMethod::kRuntimeSuspendStarted,
      [&] { return trace::fields::RuntimeSuspendStarted(reason); },
      [&](Callback profiler) { return profiler->RuntimeSuspendStarted(reason); });
  if (const abi::ThreadID thread = this_thread().managed; thread != 0) {
    tell(
        clr, CallbackMethod::kRuntimeThreadSuspended,
        [&] { return trace::fields::RuntimeThreadSuspended(thread); },
        [&](Callback profiler) { return profiler->RuntimeThreadSuspended(thread); });
  }
  tell(
      clr, CallbackMethod::kRuntimeSuspendFinished, [] { return trace::fields::RuntimeSuspendFinished(); },
      [](Callback profiler) { return profiler->RuntimeSuspendFinished(); });
}

void resume(Clr& clr) {
  using Callback = abi::ICorProfilerCallback2*;
  tell(
      clr, CallbackMethod::kRuntimeResumeStarted, [] { return trace::fields::RuntimeResumeStarted(); },
      [](Callback profiler) { return profiler->RuntimeResumeStarted(); });
  if (const abi::ThreadID thread = this_thread().managed; thread != 0) {
    tell(
        clr, CallbackMethod::kRuntimeThreadResumed,
        [&] { return trace::fields::RuntimeThreadResumed(thread); },
        [&](Callback profiler) { return profiler->RuntimeThreadResumed(thread); });
  }
  tell(
      clr, CallbackMethod::kRuntimeResumeFinished, [] { return trace::fields::RuntimeResumeFinished(); },
      [](Callback profiler) { return profiler->RuntimeResumeFinished(); });
}

abi::HRESULT ProfilerSuspension::begin(Clr& clr) {
  // Inside a callback of the program's own thread, or of a collection, the world is already this thread's.
  const bool mine = clr.world().mine();
  if (active_ || (mine && clr.collecting())) return abi::CORPROF_E_SUSPENSION_IN_PROGRESS;
  if (!mine) clr.world().lock();
  if (active_) {  // by a callback of a step that has ended meanwhile
    if (!mine) clr.world().unlock();
    return abi::CORPROF_E_SUSPENSION_IN_PROGRESS;
  }
  took_world_ = !mine;
  active_ = true;
  suspend(clr, abi::COR_PRF_SUSPEND_FOR_PROFILER);
  if (!mine) clr.world().open();  // the profiler's code goes on
  return abi::S_OK;
}

abi::HRESULT ProfilerSuspension::end(Clr& clr) {
  if (!active_.exchange(false)) return abi::CORPROF_E_UNSUPPORTED_CALL_SEQUENCE;
  resume(clr);
  if (took_world_) clr.world().unlock();
  return abi::S_OK;
}

}  // namespace gcrucible::clr
