// The thread on which a step runs, for the profiler's suspensions.
#pragma once

#include "harness/clr/threads/managed_threads.h"
#include "harness/program/step.h"

namespace gcrucible::host {

// Returns the thread's ThreadID; 0 for a step that needs another thread of the runtime, or all of them.
struct RunsOn {
  clr::ManagedThreads* threads;

  // Callbacks of these steps come on the step's thread; other steps run on the main thread.
  abi::ThreadID operator()(const program::Allocate& step) const { return threads->at(step.thread).id; }
  abi::ThreadID operator()(const program::LoadAssembly& step) const { return threads->at(step.thread).id; }
  abi::ThreadID operator()(const program::Throw& step) const { return threads->at(step.thread).id; }
  abi::ThreadID operator()(const program::CatchThrown& step) const { return threads->at(step.thread).id; }
  abi::ThreadID operator()(const program::Compile& step) const { return threads->at(step.thread).id; }
  abi::ThreadID operator()(const program::Collect&) const { return 0; }
  abi::ThreadID operator()(const program::Suspend&) const { return 0; }
  abi::ThreadID operator()(const program::BeginShutdown&) const { return 0; }
  abi::ThreadID operator()(const program::Background&) const { return 0; }
  abi::ThreadID operator()(const program::StartThread&) const { return 0; }
  abi::ThreadID operator()(const program::EndThread&) const { return 0; }
  abi::ThreadID operator()(const program::RunFinalizers&) const { return 0; }
  abi::ThreadID operator()(const program::Together&) const { return 0; }
  template <typename Step>
  abi::ThreadID operator()(const Step&) const {
    return threads->at(0).id;
  }
};

}  // namespace gcrucible::host
