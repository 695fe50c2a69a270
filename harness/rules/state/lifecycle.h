// The stage of the profiler's life, derived from the trace.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "harness/rules/decode/callback.h"
#include "harness/rules/decode/header.h"
#include "harness/rules/decode/info_event.h"
#include "harness/rules/decode/model_line.h"

namespace gcrucible::rules {

// Describes the profiler that was loaded last. A process may load several, one after the other.
class Lifecycle {
 public:
  enum class Stage : std::uint8_t {
    kNone,       // neither Initialize nor InitializeForAttach has come
    kBeginning,  // Initialize or InitializeForAttach has not returned
    kActive,
    kFailed,     // Initialize or InitializeForAttach returned a failure
    kDetaching,  // a RequestProfilerDetach was accepted
    kGone,       // ProfilerDetachSucceeded has come
  };

  void take(const Header& header);
  void take(const Callback& callback);
  void take(const Return& returned);  // a matched one
  void take(const InfoEvent& info);

  Stage stage() const { return stage_; }
  // Whether a profiler is notified of events. True until the trace shows otherwise.
  bool present() const { return present_; }
  // The profiler was loaded by InitializeForAttach.
  bool attached() const { return attached_; }
  // Line of Initialize or InitializeForAttach.
  std::uint64_t begun() const { return begun_; }
  // HRESULT of that callback; meaningful after kBeginning.
  std::int32_t began_with() const { return result_; }
  const std::string& client_data() const { return client_data_; }
  // The model has not recorded an answer to the client since InitializeForAttach.
  bool answer_due() const { return answer_due_; }
  void answered() { answer_due_ = false; }
  // Number of ProfilerAttachComplete callbacks since InitializeForAttach.
  std::uint32_t completions() const { return completions_; }
  bool completion_failed() const { return completion_failed_; }
  // Whether a collection has started or finished since the profiler attached.
  bool collection_started() const { return started_; }
  bool collection_finished() const { return finished_; }
  // Line on which the accepted RequestProfilerDetach returned, and its native thread.
  std::uint64_t detaching_since() const { return detaching_since_; }
  std::uint32_t detacher() const { return detacher_; }
  // An `ask` of the scenario requested that detach, and not the profiler.
  bool detach_asked() const { return detach_asked_; }
  // Whether a callback on this native thread may have begun before the detach was accepted and have been
  // written after it. True for the first callback on a thread other than the detaching one, if the detach
  // was accepted outside of callbacks.
  bool may_have_begun_before(std::uint32_t thread) const {
    return detached_outside_ && thread != detacher_ && !reported_since_detach_.contains(thread);
  }
  // Lines of these events; kNoLine before they occur.
  std::uint64_t gone_since() const { return gone_since_; }
  std::uint64_t shut_down_since() const { return shut_down_since_; }
  // The native thread of the first Shutdown.
  std::uint32_t shut_down_on() const { return shut_down_on_; }
  // Line of a LoadAsNotificationOnly without a later Initialize or InitializeForAttach.
  std::uint64_t asked() const { return asked_; }
  // LoadAsNotificationOnly has succeeded. The trace does not show whether the profiler answered TRUE.
  bool maybe_notification_only() const { return maybe_notification_only_; }
  // The first callback of the trace other than LoadAsNotificationOnly.
  std::uint64_t first_line() const { return first_line_; }
  const std::string& first_call() const { return first_call_; }
  std::uint64_t calls_after_failure() const { return calls_after_failure_; }

 private:
  void begin(const Callback& callback);

  Stage stage_ = Stage::kNone;
  bool present_ = true;
  bool attached_ = false;
  std::uint64_t begun_ = kNoLine;
  std::int32_t result_ = 0;
  std::string client_data_;
  bool answer_due_ = false;
  std::uint32_t completions_ = 0;
  std::uint64_t completion_ = kNoLine;
  bool completion_failed_ = false;
  bool started_ = false;
  bool finished_ = false;
  std::uint64_t detaching_since_ = kNoLine;
  std::uint32_t detacher_ = 0;
  bool detach_asked_ = false;
  bool detached_outside_ = false;  // of callbacks
  std::set<std::uint32_t> reported_since_detach_;
  std::uint64_t gone_since_ = kNoLine;
  std::uint64_t shut_down_since_ = kNoLine;
  std::uint32_t shut_down_on_ = 0;
  std::uint64_t asked_ = kNoLine;
  bool maybe_notification_only_ = false;
  std::uint64_t first_line_ = kNoLine;
  std::string first_call_;
  std::uint64_t calls_after_failure_ = 0;
};

}  // namespace gcrucible::rules
