// Suspension of the runtime, as it is reported to the profiler, and suspension by the profiler itself.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

#include "harness/abi/enums.h"
#include "harness/abi/types.h"

namespace gcrucible::clr {

class Clr;

// The course of a suspension. Threads are program threads other than the suspending one, by number. All are
// alive.
struct SuspensionCourse {
  std::vector<std::uint32_t> stopped;   // reported by the suspending thread, before it is done
  std::vector<std::uint32_t> returned;  // return from native code after that, and report themselves
  // Slow threads. They report RuntimeThreadResumed only when the runtime runs again. With
  // delivers_thread_suspended_late, RuntimeThreadSuspended also comes only then.
  std::vector<std::uint32_t> late;
  std::uint32_t aborted = 0;             // number of failed attempts
  std::optional<std::uint32_t> resumer;  // none of the above; empty: the suspending thread
};

// Call on the suspending thread, which holds the world lock. If others run at the same time, it also holds
// the claim to suspend (Mutators::claim). The order is that of dotnet/runtime threadsuspend.cpp:
// RuntimeSuspendStarted, then the suspending thread's own RuntimeThreadSuspended if it is managed, then
// RuntimeSuspendFinished. A failed attempt ends with RuntimeSuspendAborted; after it, the threads reported as
// suspended are reported as resumed.
//
// Other managed threads wait in native code and report nothing, as in the runtime, except those in `course`.
// Pass the same course to resume(). A thread that cannot report itself is removed from it. Callbacks of these
// threads and of the resumer count like those of the suspending thread (doing_of_owner). If the resumer is in
// the profiler's code, the suspending thread resumes.
//
// From before the first callback until before RuntimeResumeFinished no other thread may suspend
// (Clr::suspended). This includes the time between two attempts.
void suspend(Clr& clr, abi::COR_PRF_SUSPEND_REASON reason, SuspensionCourse* course = nullptr);
void resume(Clr& clr, const SuspensionCourse* course = nullptr);

// Deliver RuntimeThreadSuspended and RuntimeThreadResumed.
void report_suspended(Clr& clr, abi::ThreadID thread);
void report_resumed(Clr& clr, abi::ThreadID thread);

// SuspendRuntime and ResumeRuntime: one suspension of the whole process at a time, which any thread may end.
// As under .NET 10, the managed thread that suspended continues when its callback returns. Nothing that needs
// another thread of the runtime happens until the runtime is resumed, not even a collection. Any thread may
// use it. A walk of the heap suspends in the same way. It does not count as the profiler's suspension, and
// ResumeRuntime cannot end it.
class ProfilerSuspension {
 public:
  bool active() const { return active_; }
  // Whether this managed thread suspended; with 0, whether a thread without a managed thread did.
  bool is_of(abi::ThreadID thread);
  // Waits for the current step on another thread. Returns CORPROF_E_SUSPENSION_IN_PROGRESS if the runtime is
  // already suspended, also for a collection.
  abi::HRESULT begin(Clr& clr);
  // Returns CORPROF_E_UNSUPPORTED_CALL_SEQUENCE if the profiler has not suspended the runtime.
  abi::HRESULT end(Clr& clr);
  // The same for a walk of the heap. Call end_walk() only after a successful begin_walk(), on the same
  // thread.
  abi::HRESULT begin_walk(Clr& clr);
  void end_walk(Clr& clr);

  // Takes the world for an action of the managed thread `thread`. 0: for an action that needs more than one
  // running thread. Waits while a suspension by the profiler forbids the action.
  void lock_world(Clr& clr, abi::ThreadID thread) { lock_world(clr, thread, nullptr); }
  // Like lock_world(), for actions of the program. While it waits, the value of show_held() is 1.
  void lock_world_for_program(Clr& clr, abi::ThreadID thread) { lock_world(clr, thread, held_); }
  // Whether the profiler's suspension forbids that thread to run. wait_over() waits until it does not.
  bool holds_up(abi::ThreadID thread);
  void wait_over(abi::ThreadID thread);
  // Call before a profiler is loaded.
  void show_held(std::atomic<std::uint32_t>& held) { held_ = &held; }
  // Shows the line of the scenario's query that has suspended the runtime; 0 if there is none or after the
  // resume. Call before a profiler is loaded.
  void show_question(std::atomic<std::uint32_t>& line) { asked_at_ = &line; }

 private:
  // A resumption releases the waiting threads.
  friend class Resumption;
  bool holds(abi::ThreadID thread) const { return suspender_ && (thread == 0 || *suspender_ != thread); }
  void release(Clr& clr);
  abi::HRESULT begin(Clr& clr, bool walk);
  void lock_world(Clr& clr, abi::ThreadID thread, std::atomic<std::uint32_t>* held);

  std::atomic<bool> active_{false};
  std::mutex mutex_;  // guards the members below
  std::condition_variable over_;
  bool stands_ = false;                     // from the end of suspend() until threads may run again
  std::optional<abi::ThreadID> suspender_;  // 0: a thread without a managed thread
  std::atomic<std::uint32_t>* held_ = nullptr;
  std::atomic<std::uint32_t>* asked_at_ = nullptr;
};

}  // namespace gcrucible::clr
