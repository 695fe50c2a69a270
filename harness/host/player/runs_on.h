// The thread on which a step runs, for the profiler's suspensions.
#pragma once

#include "harness/clr/threads/managed_threads.h"
#include "harness/program/step.h"

namespace gcrucible::host {

// The thread's ThreadID; 0 for a step that needs another thread of the runtime, or all of them.
inline abi::ThreadID runs_on(const program::Action& action, clr::ManagedThreads& threads) {
  const auto thread = [&]<typename Step>(const Step& step) -> abi::ThreadID {
    constexpr program::RunsOn kRunsOn = program::kStepTraits<Step>.runs_on;
    if constexpr (kRunsOn == program::RunsOn::kItsThread) return threads.at(step.thread).id;
    return kRunsOn == program::RunsOn::kMainThread ? threads.at(0).id : 0;
  };
  return std::visit(thread, action);
}

}  // namespace gcrucible::host
