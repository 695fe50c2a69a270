#include "harness/rules/suspension.h"

namespace gcrucible::rules {

void Suspension::take(const Callback& callback) {
  switch (callback.call) {
    case Call::kSuspendStarted:
      state_ = State::kSuspending;
      reason_ = callback.reason;
      suspender_ = callback.thread;
      started_line_ = callback.line;
      ever_told_ = true;
      tracked_ = true;
      aborted_ = false;
      break;
    case Call::kSuspendFinished:
      state_ = State::kSuspended;
      ever_told_ = true;
      break;
    case Call::kSuspendAborted:
      state_ = State::kRunning;
      aborted_ = true;
      break;
    case Call::kResumeFinished:
      state_ = State::kRunning;
      break;
    case Call::kResumeStarted:
      state_ = State::kResuming;
      resumer_ = callback.thread;
      resumed_line_ = callback.line;
      break;
    default:
      break;
  }
}

}  // namespace gcrucible::rules
