// Who loads a module, and who waits until it is told.
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>

namespace gcrucible::clr {

// The first thread that starts it loads it and tells the profiler; to others it is not loaded before that is
// over. Any thread.
class LoadOnce {
 public:
  enum class Start : std::uint8_t {
    kMine,    // the caller loads it now, and calls finish()
    kOthers,  // another thread is at it
    kDone,    // it is loaded, or the caller is inside its own load of it
  };

  // `by_mutator`: the caller is one of the program's threads that are at work at once.
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
  // Of one that is under way.
  bool by_mutator() const { return by_mutator_; }
  // Not by the thread that loads it.
  void wait() const { state_.wait(State::kLoading); }

 private:
  enum class State : std::uint8_t { kNot, kLoading, kDone };
  std::atomic<State> state_{State::kNot};
  std::atomic<std::thread::id> loader_{};
  std::atomic<bool> by_mutator_{false};
};

}  // namespace gcrucible::clr
