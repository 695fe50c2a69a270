#include "harness/clr/threads/foreign_threads.h"

#include <utility>

#include "harness/clr/threads/thread_state.h"
#include "harness/platform/threads/thread_end.h"
#include "harness/platform/threads/thread_number.h"

namespace gcrucible::clr {

// Ends with its thread, as the runtime's own mark does. Destructors of the profiler's that run later run on a
// thread without a managed thread.
struct ForeignThreads::Stay {
  Stay(std::shared_ptr<State> at, abi::ThreadID thread) : state(std::move(at)), id(thread) {}
  Stay(const Stay&) = delete;
  Stay& operator=(const Stay&) = delete;
  ~Stay() {
    ThreadState& thread = this_thread();
    thread.managed = 0;
    thread.called_force_gc = false;
    thread.stay_over = true;
    state->leave(id);
  }
  // For another host on the same thread.
  void begin_again(std::shared_ptr<State> at, abi::ThreadID thread) {
    state->leave(id);
    state = std::move(at);
    id = thread;
  }

  std::shared_ptr<State> state;
  abi::ThreadID id;
};

void ForeignThreads::State::leave(abi::ThreadID id) {
  const std::scoped_lock lock(mutex);
  std::erase_if(living, [id](const ManagedThread& each) { return each.id == id; });
  ended.push_back(id);
  any_ended = true;
}

void ForeignThreads::enter(abi::ThreadID id) {
  ThreadState& thread = this_thread();
  // If the thread calls ForceGC again after its end, no object is left to report a second end.
  if (!thread.stay_over) {
    constinit thread_local Stay* stay = nullptr;
    if (stay == nullptr) {
      stay = platform::keep_for_thread(std::make_unique<Stay>(state_, id));
    } else {
      stay->begin_again(state_, id);
    }
  }
  thread.managed = id;
  const std::scoped_lock lock(state_->mutex);
  state_->living.push_back({.id = id, .os_id = platform::thread_number(), .alive = true});
}

std::vector<ManagedThread> ForeignThreads::living() const {
  const std::scoped_lock lock(state_->mutex);
  return state_->living;
}

std::vector<abi::ThreadID> ForeignThreads::take_ended() {
  if (!state_->any_ended) return {};
  const std::scoped_lock lock(state_->mutex);
  state_->any_ended = false;
  return std::exchange(state_->ended, {});
}

}  // namespace gcrucible::clr
