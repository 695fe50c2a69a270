// Notified when a callback is entered and left, to record what must survive a crash.
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "harness/clr/threads/thread_state.h"

namespace gcrucible::clr {

// The nested callbacks of one thread.
struct OpenCallbacks {
  const CallbackFrame* innermost = nullptr;  // null if there are none
  std::uint32_t count = 0;
};

// Called on the thread that makes the callback, unless a comment states otherwise. Implementations must be
// fast and allocate nothing.
class CallWatch {
 public:
  CallWatch() = default;
  CallWatch(const CallWatch&) = delete;
  CallWatch& operator=(const CallWatch&) = delete;
  virtual ~CallWatch() = default;
  // Returns the number of the callback in the run; the first is 1.
  virtual std::uint64_t entered(std::uint16_t callback_slot, Doing doing) = 0;
  // Called instead of returned() in a forked copy of the process, if the callback forked. The copy must not
  // continue.
  [[noreturn]] virtual void copied(std::uint16_t, std::uint64_t) { std::_Exit(0); }
  // `outer`: the enclosing callback of the same kind, which continues; null if there is none.
  virtual void returned(const CallbackFrame* outer, Doing doing) = 0;
  // The owner of the world releases it inside these callbacks (or outside any) and takes it back. left()
  // changes their kind from `here` to `away`, came_back() changes it back. Both are called while the thread
  // has the world.
  virtual void left(OpenCallbacks callbacks, Doing here, Doing away) = 0;
  virtual void came_back(OpenCallbacks callbacks, Doing here, Doing away) = 0;
  struct Inside {
    std::uint16_t callback_slot = 0;
    std::uint64_t number = 0;
  };
  // The callback that the thread of an actor is in; none if it is in none. Called by the thread that has the
  // turn.
  virtual std::optional<Inside> inside(std::uint32_t) const { return std::nullopt; }
  // A suspending thread has waited for the end of that callback, for this time of the stage's clock.
  virtual void note_slow(std::uint32_t, const Inside&, std::chrono::milliseconds) {}
  // Threads that run at the same time wait for each other. The text holds WorkerLocks' text and cycle, one
  // line each. Does not return, because the waiting threads would only wait again.
  [[noreturn]] virtual void deadlocked(std::string_view) = 0;
  // An exception left the profiler through a COM method. Does not return: the process cannot continue.
  [[noreturn]] virtual void threw(std::uint16_t callback_slot) = 0;
};

}  // namespace gcrucible::clr
