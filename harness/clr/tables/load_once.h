// Decides which thread loads a module, and which threads wait until the load is reported.
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>

namespace gcrucible::clr {

// The first thread that starts the load performs it and notifies the profiler. For other threads the module
// is not loaded before that is done. Any thread may use it.
class LoadOnce {
 public:
  enum class Start : std::uint8_t {
    kMine,    // the caller must load it now and then call finish()
    kOthers,  // another thread is loading it
    kDone,    // it is loaded, or the caller is inside its own load of it
  };

  // `by_mutator`: the caller is one of several program threads that run at the same time.
  Start start(bool by_mutator = false) {
    State expected = State::kNot;
    if (state_.compare_exchange_strong(expected, State::kLoading)) {
      by_mutator_ = by_mutator;
      loader_ = std::this_thread::get_id();
      return Start::kMine;
    }
    const bool own = loader_.load() == std::this_thread::get_id();
    return expected == State::kDone || own ? Start::kDone : Start::kOthers;
  }
  void finish() {
    state_ = State::kDone;
    state_.notify_all();
  }
  bool done() const { return state_ == State::kDone; }
  // For a load that is under way.
  bool by_mutator() const { return by_mutator_; }
  // Must not be called by the loading thread.
  void wait() const { state_.wait(State::kLoading); }

 private:
  enum class State : std::uint8_t { kNot, kLoading, kDone };
  std::atomic<State> state_{State::kNot};
  std::atomic<std::thread::id> loader_{};
  std::atomic<bool> by_mutator_{false};
};

}  // namespace gcrucible::clr
