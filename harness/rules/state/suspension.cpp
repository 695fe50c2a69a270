#include "harness/rules/state/suspension.h"

#include <algorithm>
#include <utility>

namespace gcrucible::rules {
namespace {

// More threads than can race at once. Only a damaged trace exceeds the limit.
constexpr std::size_t kMostOwing = 64;

}  // namespace

bool Suspension::owes_resume(std::uint32_t native) const {
  return std::find(owing_.begin(), owing_.end(), native) != owing_.end();
}

bool Suspension::for_collections() const {
  return state_ == State::kSuspended &&
         (reason_ == abi::COR_PRF_SUSPEND_FOR_GC || reason_ == abi::COR_PRF_SUSPEND_FOR_GC_PREP ||
          reason_ == abi::COR_PRF_SUSPEND_FOR_SHUTDOWN);
}

void Suspension::lose_track() {
  *this = Suspension();
  tracked_ = reason_known_ = suspender_known_ = false;
  lost_ = true;
}

bool Suspension::may_owe_resume(std::uint32_t native) const {
  if (!lost_ || (state_ == State::kResuming && resumer_ == native)) return false;
  const auto found = seen_.find(native);
  return found == seen_.end() || !found->second;
}

void Suspension::see(const Callback& callback) {
  const bool of_thread =
      callback.call == Call::kRuntimeThreadSuspended || callback.call == Call::kRuntimeThreadResumed;
  bool& more = seen_[callback.thread];
  more = more || !of_thread;
}

void Suspension::release(std::uint64_t line) {
  if (std::exchange(stopping_, false)) released_line_ = line;
}

void Suspension::take(const Callback& callback) {
  follow(callback);
  if (lost_) see(callback);
}

void Suspension::follow(const Callback& callback) {
  switch (callback.call) {
    case Call::kRuntimeThreadResumed:
      // A thread reports its own resume after the release.
      if (state_ == State::kResuming && callback.thread == resumer_) release(callback.line);
      break;
    case Call::kRuntimeSuspendStarted:
      if (state_ == State::kResuming && callback.thread != resumer_ && owing_.size() < kMostOwing) {
        owing_.push_back(resumer_);
      }
      state_ = State::kSuspending;
      stopping_ = true;
      reason_ = callback.reason;
      suspender_ = callback.thread;
      reason_known_ = suspender_known_ = true;
      started_line_ = callback.line;
      collected_line_ = kNoLine;
      ever_reported_ = true;
      tracked_ = true;
      aborted_ = false;
      break;
    case Call::kGarbageCollectionStarted:
      collected_line_ = callback.line;
      collected_all_ = callback.of_all();
      break;
    case Call::kRuntimeSuspendFinished:
      state_ = State::kSuspended;
      if (!std::exchange(suspender_known_, true)) suspender_ = callback.thread;
      finished_line_ = callback.line;
      ever_reported_ = true;
      break;
    case Call::kRuntimeSuspendAborted:
      state_ = State::kRunning;
      release(callback.line);
      aborted_ = true;
      break;
    case Call::kRuntimeResumeFinished:
      // The late end of an earlier suspension does not affect the current one.
      if (std::erase(owing_, callback.thread) != 0 || may_owe_resume(callback.thread)) break;
      if (state_ == State::kResuming) release(callback.line);
      state_ = State::kRunning;
      break;
    case Call::kRuntimeResumeStarted:
      state_ = State::kResuming;
      resumer_ = callback.thread;
      resumed_line_ = callback.line;
      break;
    default:
      break;
  }
}

}  // namespace gcrucible::rules
