// Who is told of each callback as it is entered and left, for what must outlive a crash.
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "harness/clr/threads/thread_state.h"

namespace gcrucible::clr {

// Callbacks of one thread, each inside the next.
struct OpenCallbacks {
  const CallbackFrame* innermost = nullptr;  // null if there are none
  std::uint32_t count = 0;
};

// Called, unless said otherwise, on the thread that makes the callback; implementations must be cheap and
// allocate nothing.
class CallWatch {
 public:
  CallWatch() = default;
  CallWatch(const CallWatch&) = delete;
  CallWatch& operator=(const CallWatch&) = delete;
  virtual ~CallWatch() = default;
  // Which callback of the run it is, the first being 1.
  virtual std::uint64_t entered(std::uint16_t callback_slot, Doing doing) = 0;
  // Instead of returned(), where the callback has copied the process and it is the copy that comes back,
  // which must not go on.
  [[noreturn]] virtual void copied(std::uint16_t, std::uint64_t) { std::_Exit(0); }
  // `outer`: the callback of the same doing in which this one came, which goes on; null if it came in none.
  virtual void returned(const CallbackFrame* outer, Doing doing) = 0;
  // The owner of the world lets go of it in these callbacks, or in none of them, and takes it back: from
  // `here` they become `away`, and the other way round. Both while it has the world.
  virtual void left(OpenCallbacks callbacks, Doing here, Doing away) = 0;
  virtual void came_back(OpenCallbacks callbacks, Doing here, Doing away) = 0;
  struct Inside {
    std::uint16_t callback_slot = 0;
    std::uint64_t number = 0;
  };
  // The callback in which the thread of an actor is, of those at work at once; none if it is in none. By a
  // thread that has the turn.
  virtual std::optional<Inside> inside(std::uint32_t) const { return std::nullopt; }
  // Whoever suspends the runtime has waited for the end of that callback, so long by the stage's clock.
  virtual void held_up(std::uint32_t, const Inside&, std::chrono::milliseconds) {}
  // Threads at work at once wait for each other; CrewLocks' text and cycle, a line each. Does not return:
  // whoever waits looks, and waits again.
  [[noreturn]] virtual void deadlocked(std::string_view) = 0;
  // An exception left the profiler through a COM method. Does not return: the process is beyond repair.
  [[noreturn]] virtual void threw(std::uint16_t callback_slot) = 0;
};

}  // namespace gcrucible::clr
