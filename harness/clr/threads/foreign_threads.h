// Threads of the profiler's that the runtime has made managed ones.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "harness/abi/types.h"
#include "harness/clr/threads/managed_thread.h"

namespace gcrucible::clr {

// A thread is one from enter() until it ends, whoever outlives the other. Any thread.
class ForeignThreads {
 public:
  // The calling thread, with the ThreadID it gets.
  void enter(abi::ThreadID id);

  // In order of creation.
  std::vector<ManagedThread> living() const;
  // The threads that have ended since the last time, whose end nobody has been told of.
  std::vector<abi::ThreadID> take_ended();

 private:
  struct State {
    void leave(abi::ThreadID id);

    std::mutex mutex;  // of what follows
    std::vector<ManagedThread> living;
    std::vector<abi::ThreadID> ended;
    std::atomic<bool> any_ended{false};  // for every step to see without the lock that there is none
  };
  struct Stay;

  std::shared_ptr<State> state_ = std::make_shared<State>();
};

}  // namespace gcrucible::clr
