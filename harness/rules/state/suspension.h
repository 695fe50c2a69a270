// Whether the runtime is suspended, by what the suspension callbacks say.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/abi/enums.h"
#include "harness/rules/decode/callback.h"

namespace gcrucible::rules {

class Suspension {
 public:
  enum class State : std::uint8_t { kRunning, kSuspending, kSuspended, kResuming };

  void take(const Callback& callback);
  // Callbacks of suspensions are not told any more, or only from now on: what went on meanwhile cannot be
  // known.
  void lose_track();

  State state() const { return state_; }
  // False from lose_track() until a suspension begins: a callback may be the rest of one whose beginning was
  // not told.
  bool tracked() const { return tracked_; }
  // COR_PRF_SUSPEND_REASON of the suspension under way.
  std::uint32_t reason() const { return reason_; }
  bool ever_told() const { return ever_told_; }
  // The runtime is suspended for a reason that collections come in: their own, their preparation, or, where
  // it is never resumed, the end of the process (GC-SUS-006, GC-SUS-007).
  bool for_collections() const;
  // Native threads, as `Callback::thread`: that began the suspension under way, or the last one, and that
  // began to end it.
  std::uint32_t suspender() const { return suspender_; }
  std::uint32_t resumer() const { return resumer_; }
  // The profiler's own suspension is being ended on a native thread that did not begin it.
  bool ended_by_other() const {
    return reason_ == abi::COR_PRF_SUSPEND_FOR_PROFILER && state_ == State::kResuming &&
           resumer_ != suspender_;
  }
  // Lines of the callbacks that began them, and of the one by which all threads had stopped.
  std::uint64_t started_line() const { return started_line_; }
  std::uint64_t finished_line() const { return finished_line_; }
  // Of the last GarbageCollectionStarted in the suspension under way, and whether it named all generations;
  // kNoLine where none has come.
  std::uint64_t collected_line() const { return collected_line_; }
  bool collected_all() const { return collected_all_; }
  std::uint64_t resumed_line() const { return resumed_line_; }
  // The last suspension was aborted, and none has begun since.
  bool aborted() const { return aborted_; }
  // A thread that has resumed the runtime lets others go before it says RuntimeResumeFinished, so that
  // another one may suspend first (dotnet/runtime threadsuspend.cpp, RestartEE). Whether that native thread
  // still owes it.
  bool owes_resume(std::uint32_t native) const;
  // The callback is what it owes: the end of an earlier suspension than the one under way.
  bool ends_earlier(const Callback& callback) const {
    return callback.call == Call::kResumeFinished && owes_resume(callback.thread);
  }
  // Threads that came back from native code were stopped at some time since that line, and perhaps only tell
  // of it now.
  bool stopped_since(std::uint64_t line) const {
    return stopping_ || (released_line_ != kNoLine && released_line_ > line);
  }

 private:
  void release(std::uint64_t line);

  State state_ = State::kRunning;
  std::uint32_t reason_ = 0;
  std::uint32_t suspender_ = 0;
  std::uint32_t resumer_ = 0;
  std::uint64_t started_line_ = kNoLine;
  std::uint64_t finished_line_ = kNoLine;
  std::uint64_t collected_line_ = kNoLine;
  bool collected_all_ = false;
  std::uint64_t resumed_line_ = kNoLine;
  bool stopping_ = false;                  // until the one that resumes has certainly let threads go
  std::uint64_t released_line_ = kNoLine;  // of the last callback before which they were stopped
  bool ever_told_ = false;
  bool tracked_ = true;
  bool aborted_ = false;
  std::vector<std::uint32_t> owing_;  // native threads; hardly ever more than one
};

}  // namespace gcrucible::rules
