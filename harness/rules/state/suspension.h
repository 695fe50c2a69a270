// Whether the runtime is suspended, as reported by the suspension callbacks.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "harness/abi/enums.h"
#include "harness/rules/decode/callback.h"

namespace gcrucible::rules {

class Suspension {
 public:
  enum class State : std::uint8_t { kRunning, kSuspending, kSuspended, kResuming };

  void take(const Callback& callback);
  // Suspension callbacks are no longer reported, or only from now on. The state in between is unknown.
  void lose_track();

  State state() const { return state_; }
  // False from lose_track() until a suspension begins. A callback may belong to a suspension whose
  // beginning was not reported.
  bool tracked() const { return tracked_; }
  // COR_PRF_SUSPEND_REASON of the current suspension.
  std::uint32_t reason() const { return reason_; }
  // False from lose_track() until RuntimeSuspendStarted.
  bool reason_known() const { return reason_known_; }
  bool ever_reported() const { return ever_reported_; }
  // The runtime is suspended for a reason that collections occur in. The reason is a collection, its
  // preparation, or the end of the process, which never resumes (GC-SUS-006, GC-SUS-007).
  bool for_collections() const;
  // Native threads, as `Callback::thread`. The suspender began the current or last suspension; the resumer
  // began to end it.
  std::uint32_t suspender() const { return suspender_; }
  // False from lose_track() until a callback shows the suspender.
  bool suspender_known() const { return suspender_known_; }
  std::uint32_t resumer() const { return resumer_; }
  // A native thread other than the suspender is ending the profiler's own suspension.
  bool ended_by_other() const {
    return reason_ == abi::COR_PRF_SUSPEND_FOR_PROFILER && state_ == State::kResuming &&
           resumer_ != suspender_;
  }
  // Lines of RuntimeSuspendStarted, and of the callback at which all threads had stopped.
  std::uint64_t started_line() const { return started_line_; }
  std::uint64_t finished_line() const { return finished_line_; }
  // The last GarbageCollectionStarted in the current suspension, and whether it named all generations.
  // kNoLine if none has come.
  std::uint64_t collected_line() const { return collected_line_; }
  bool collected_all() const { return collected_all_; }
  std::uint64_t resumed_line() const { return resumed_line_; }
  // The last suspension was aborted, and none has begun since.
  bool aborted() const { return aborted_; }
  // A thread that has resumed the runtime lets other threads run before it raises RuntimeResumeFinished.
  // Another thread may suspend first (dotnet/runtime threadsuspend.cpp, RestartEE). Returns whether that
  // native thread has not raised RuntimeResumeFinished yet.
  bool owes_resume(std::uint32_t native) const;
  // The callback is that late RuntimeResumeFinished, which ends an earlier suspension than the current one.
  bool ends_earlier(const Callback& callback) const {
    return callback.call == Call::kRuntimeResumeFinished &&
           (owes_resume(callback.thread) || may_owe_resume(callback.thread));
  }
  // The native thread has raised neither RuntimeThreadSuspended nor another callback since lose_track(),
  // which may have come between its suspension and its resume.
  bool may_be_suspended(std::uint32_t native) const { return lost_ && !seen_.contains(native); }
  // Threads that returned from native code were stopped at some time after that line. Their callbacks for
  // that stop may come only now.
  bool stopped_since(std::uint64_t line) const {
    return stopping_ || (released_line_ != kNoLine && released_line_ > line);
  }

 private:
  void release(std::uint64_t line);
  void follow(const Callback& callback);
  void see(const Callback& callback);
  // The same for RuntimeResumeStarted and RuntimeResumeFinished.
  bool may_owe_resume(std::uint32_t native) const;

  State state_ = State::kRunning;
  std::uint32_t reason_ = 0;
  std::uint32_t suspender_ = 0;
  std::uint32_t resumer_ = 0;
  std::uint64_t started_line_ = kNoLine;
  std::uint64_t finished_line_ = kNoLine;
  std::uint64_t collected_line_ = kNoLine;
  bool collected_all_ = false;
  std::uint64_t resumed_line_ = kNoLine;
  bool stopping_ = false;                  // until the resuming thread has certainly released the others
  std::uint64_t released_line_ = kNoLine;  // of the last callback before which threads were stopped
  bool ever_reported_ = false;
  bool tracked_ = true;
  bool aborted_ = false;
  bool reason_known_ = true;
  bool suspender_known_ = true;
  bool lost_ = false;  // lose_track() was called
  // By native thread, since then: whether it has raised more than its own suspension and resume. Memory grows
  // with these threads, as in Threads; any of them may still be in the suspension that was lost.
  std::map<std::uint32_t, bool> seen_;
  std::vector<std::uint32_t> owing_;  // native threads; hardly ever more than one
};

}  // namespace gcrucible::rules
