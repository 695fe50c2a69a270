// Threads of the profiler's that the runtime has made managed ones.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "harness/abi/types.h"
#include "harness/clr/threads/managed_thread.h"

namespace gcrucible::clr {

// A thread is managed from enter() until it ends. It may outlive this object, or end before it. Any thread
// may use it.
class ForeignThreads {
 public:
  // Makes the calling thread managed, with this ThreadID.
  void enter(abi::ThreadID id);

  // In order of creation.
  std::vector<ManagedThread> living() const;
  // The threads that ended since the last call, whose end is not reported yet.
  std::vector<abi::ThreadID> take_ended();

 private:
  struct State {
    void leave(abi::ThreadID id);

    std::mutex mutex;  // guards the members below
    std::vector<ManagedThread> living;
    std::vector<abi::ThreadID> ended;
    std::atomic<bool> any_ended{false};  // lets every step check without the lock
  };
  struct Stay;

  std::shared_ptr<State> state_ = std::make_shared<State>();
};

}  // namespace gcrucible::clr
