#include "harness/rules/state/profiler_suspension.h"

namespace gcrucible::rules {

void ProfilerSuspension::opened(const OpenInfo& info) {
  if (info.method != InfoMethod::kResumeRuntime) return;
  resuming_[info.thread] = active_;
  active_ = false;
}

bool ProfilerSuspension::had(const InfoEvent& resume) const {
  if (resume.asked) return active_;
  const auto found = resuming_.find(resume.thread);
  return found != resuming_.end() && found->second;
}

void ProfilerSuspension::take(const ModelLine& asks) {
  asking_.insert(asks.event->thread);
}

void ProfilerSuspension::take(const InfoEvent& info) {
  if (info.asked) asking_.erase(info.thread);
  if (info.method == InfoMethod::kSuspendRuntime && info.succeeded()) {
    active_ = true;
    ending_ = false;
    line_ = info.line;
  } else if (info.method == InfoMethod::kResumeRuntime) {
    // A failed call ends no suspension.
    active_ = had(info) && !info.succeeded();
    resuming_.erase(info.thread);
  }
}

void ProfilerSuspension::take(const Callback& callback) {
  if (callback.call == Call::kRuntimeResumeStarted) ending_ = true;
}

}  // namespace gcrucible::rules
