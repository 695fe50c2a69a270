// Suspension of the runtime, as the profiler is told of it, and the one that the profiler asks for itself.
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

// How one goes. Threads are others of the program's than the one that suspends, by their numbers; each lives.
struct SuspensionCourse {
  std::vector<std::uint32_t> stopped;   // told by the thread that suspends, before it is done
  std::vector<std::uint32_t> returned;  // from native code behind that, and told by themselves
  // So slow that the runtime runs again: where it does that, they tell both then, otherwise that they go on.
  std::vector<std::uint32_t> late;
  std::uint32_t aborted = 0;             // so many tries are in vain
  std::optional<std::uint32_t> resumer;  // none of those; nobody: the thread that suspends
};

// On the thread that suspends; it holds the world lock, and where others are at work beside it the claim to
// suspend (Mutators::claim). Order as in coreclr.md 1.1: Started, the suspending
// thread's own RuntimeThreadSuspended if it is a managed one, Finished. A try in vain ends with Aborted, and
// the threads that were told as suspended are told as resumed behind it. Other managed threads of the
// simulation wait in native code and never report, as the runtime's do, but for those of `course`, which the
// resumption must be given too; one that cannot tell itself then is taken out. What those tell, and the one
// that resumes, is no more the program's doing than what the suspending thread tells (doing_of_owner). A
// resumer that is in the profiler's code leaves it to the suspending thread. From before the first callback
// to before RuntimeResumeFinished nobody else may suspend (Clr::suspended), between two tries neither.
void suspend(Clr& clr, abi::COR_PRF_SUSPEND_REASON reason, SuspensionCourse* course = nullptr);
void resume(Clr& clr, const SuspensionCourse* course = nullptr);

// RuntimeThreadSuspended and RuntimeThreadResumed.
void tell_suspended(Clr& clr, abi::ThreadID thread);
void tell_resumed(Clr& clr, abi::ThreadID thread);

// SuspendRuntime and ResumeRuntime: one suspension at a time, of the whole process; whoever wants may end it.
// As under .NET 10 the managed thread that suspended goes on running when its callback returns, and nothing
// that needs another thread of the runtime happens until somebody resumes: not a collection either. Any
// thread. A walk of the heap suspends in the same way, but neither counts as the profiler's suspension nor
// can ResumeRuntime end it.
class ProfilerSuspension {
 public:
  bool active() const { return active_; }
  // Whether it was this managed thread, or with 0 one without a managed thread, that suspended.
  bool is_of(abi::ThreadID thread);
  // Waits for the step that is under way on another thread. CORPROF_E_SUSPENSION_IN_PROGRESS if the runtime
  // is suspended already, for a collection too.
  abi::HRESULT begin(Clr& clr);
  // CORPROF_E_UNSUPPORTED_CALL_SEQUENCE if it is not suspended by the profiler.
  abi::HRESULT end(Clr& clr);
  // The same for a walk of the heap; the end only after a begin that succeeded, on the same thread.
  abi::HRESULT begin_walk(Clr& clr);
  void end_walk(Clr& clr);

  // Takes the world for what the managed thread `thread` is about to do, or, with 0, for what needs more than
  // one thread that runs; waits for as long as a suspension of the profiler's forbids it.
  void lock_world(Clr& clr, abi::ThreadID thread) { lock_world(clr, thread, nullptr); }
  // The same for the program's own doing: while it waits, what was given to show_held() is 1.
  void lock_world_for_program(Clr& clr, abi::ThreadID thread) { lock_world(clr, thread, held_); }
  // Whether the profiler's suspension forbids that thread to run; and until it does not.
  bool holds_up(abi::ThreadID thread);
  void wait_over(abi::ThreadID thread);
  // Before there is a profiler.
  void show_held(std::atomic<std::uint32_t>& held) { held_ = &held; }
  // Where to show the line of the scenario's question that has suspended the runtime, 0 where none has, or
  // whoever it was has resumed it. Before there is a profiler.
  void show_question(std::atomic<std::uint32_t>& line) { asked_at_ = &line; }

 private:
  // Whoever resumes lets those go who wait.
  friend class Resumption;
  bool holds(abi::ThreadID thread) const { return suspender_ && (thread == 0 || *suspender_ != thread); }
  void release(Clr& clr);
  abi::HRESULT begin(Clr& clr, bool walk);
  void lock_world(Clr& clr, abi::ThreadID thread, std::atomic<std::uint32_t>* held);

  std::atomic<bool> active_{false};
  std::mutex mutex_;  // of what follows
  std::condition_variable over_;
  bool stands_ = false;                     // between the end of the beginning and that of the standstill
  std::optional<abi::ThreadID> suspender_;  // 0: a thread without a managed one
  std::atomic<std::uint32_t>* held_ = nullptr;
  std::atomic<std::uint32_t>* asked_at_ = nullptr;
};

}  // namespace gcrucible::clr
