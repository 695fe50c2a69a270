#include "harness/rules/state/lifecycle.h"

#include "harness/abi/hresults.h"

namespace gcrucible::rules {

void Lifecycle::take(const Header& header) {
  present_ = !header.attaches;
}

void Lifecycle::begin(const Callback& callback) {
  stage_ = Stage::kBeginning;
  // Until this callback returns, an attaching profiler receives no other callback.
  present_ = callback.call != Call::kInitializeForAttach;
  asked_ = kNoLine;
  attached_ = callback.call == Call::kInitializeForAttach;
  begun_ = callback.line;
  result_ = 0;
  client_data_ = callback.text;
  answer_due_ = attached_;
  completions_ = 0;
  completion_ = kNoLine;
  completion_failed_ = false;
  started_ = false;
  finished_ = false;
  detaching_since_ = kNoLine;
  gone_since_ = kNoLine;
  calls_after_failure_ = 0;
}

void Lifecycle::take(const Callback& callback) {
  if (callback.call == Call::kLoadAsNotificationOnly) {
    asked_ = callback.line;
    return;
  }
  if (first_line_ == kNoLine) {
    first_line_ = callback.line;
    first_call_ = callback.name;
  }
  if (stage_ == Stage::kDetaching) reported_since_detach_.insert(callback.thread);
  switch (callback.call) {
    case Call::kInitialize:
    case Call::kInitializeForAttach:
      // If another profiler is active, a rule reports this callback. The stage does not change.
      if (stage_ == Stage::kNone || stage_ == Stage::kFailed || stage_ == Stage::kGone) begin(callback);
      break;
    case Call::kProfilerAttachComplete:
      ++completions_;
      completion_ = callback.line;
      break;
    case Call::kGarbageCollectionStarted:
      started_ = true;
      break;
    case Call::kGarbageCollectionFinished:
      finished_ = true;
      break;
    case Call::kProfilerDetachSucceeded:
      stage_ = Stage::kGone;
      gone_since_ = callback.line;
      present_ = false;
      break;
    case Call::kShutdown:
      if (shut_down_since_ != kNoLine) break;
      shut_down_since_ = callback.line;
      shut_down_on_ = callback.thread;
      break;
    default:
      break;
  }
  if (stage_ == Stage::kFailed) ++calls_after_failure_;
}

void Lifecycle::take(const Return& returned) {
  if (returned.call == Call::kLoadAsNotificationOnly) maybe_notification_only_ = returned.succeeded();
  if (returned.entry == begun_ && stage_ == Stage::kBeginning) {
    result_ = returned.hr;
    stage_ = returned.succeeded() ? Stage::kActive : Stage::kFailed;
    present_ = returned.succeeded();
  }
  if (returned.entry == completion_ && !returned.succeeded()) completion_failed_ = true;
}

void Lifecycle::take(const InfoEvent& info) {
  if (info.method != InfoMethod::kRequestProfilerDetach || info.hr != abi::S_OK) return;
  if (stage_ == Stage::kGone || detaching_since_ != kNoLine) return;
  stage_ = Stage::kDetaching;
  present_ = false;
  detaching_since_ = info.return_line;
  detacher_ = info.thread;
  detach_asked_ = info.asked.has_value();
  detached_outside_ = info.inside == kNoLine;
  reported_since_detach_.clear();
}

}  // namespace gcrucible::rules
