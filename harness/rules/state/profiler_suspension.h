// Whether the profiler has suspended the runtime with SuspendRuntime.
#pragma once

#include <cstdint>
#include <map>
#include <set>

#include "harness/rules/decode/callback.h"
#include "harness/rules/decode/info_event.h"
#include "harness/rules/decode/model_line.h"

namespace gcrucible::rules {

class ProfilerSuspension {
 public:
  void opened(const OpenInfo& info);
  void take(const InfoEvent& info);
  void take(const Callback& callback);
  void take(const ModelLine& asks);

  // A scenario query that suspends the runtime is under way on that native thread.
  bool asking(std::uint32_t thread) const { return asking_.contains(thread); }
  // From the return of SuspendRuntime to the call of ResumeRuntime.
  bool active() const { return active_; }
  // The runtime has been requested to resume, perhaps by a scenario query whose answer is not in the trace
  // yet.
  bool ending() const { return ending_; }
  std::uint64_t line() const { return line_; }  // of SuspendRuntime
  // For a call of ResumeRuntime that returns now: there was a suspension to end.
  bool had(const InfoEvent& resume) const;

 private:
  bool active_ = false;
  bool ending_ = false;
  std::uint64_t line_ = kNoLine;
  std::set<std::uint32_t> asking_;
  // By native thread, for calls of ResumeRuntime: a suspension was active.
  std::map<std::uint32_t, bool> resuming_;
};

}  // namespace gcrucible::rules
