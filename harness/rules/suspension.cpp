#include "harness/rules/suspension.h"

namespace gcrucible::rules {

void Suspension::take(const Callback& callback) {
  switch (callback.call) {
    case Call::kSuspendStarted:
      state_ = State::kSuspending;
      reason_ = callback.reason;
      ever_told_ = true;
      break;
    case Call::kSuspendFinished:
      state_ = State::kSuspended;
      ever_told_ = true;
      break;
    case Call::kSuspendAborted:
    case Call::kResumeFinished:
      state_ = State::kRunning;
      break;
    case Call::kResumeStarted:
      state_ = State::kResuming;
      break;
    default:
      break;
  }
}

}  // namespace gcrucible::rules
