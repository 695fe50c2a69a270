// Who is told of each callback as it is entered and left, for what must outlive a crash.
#pragma once

#include <cstdint>
#include <string_view>

#include "harness/clr/thread_state.h"

namespace gcrucible::clr {

// Callbacks of one thread, each inside the next.
struct OpenCallbacks {
  const CallbackFrame* innermost = nullptr;  // null if there are none
  std::uint32_t count = 0;
};

// Called on the thread that makes the callback; implementations must be cheap and allocate nothing.
class CallWatch {
 public:
  CallWatch() = default;
  CallWatch(const CallWatch&) = delete;
  CallWatch& operator=(const CallWatch&) = delete;
  virtual ~CallWatch() = default;
  // Which callback of the run it is, the first being 1.
  virtual std::uint64_t entered(std::uint16_t callback_slot, Doing doing) = 0;
  // `outer`: the callback of the same doing in which this one came, which goes on; null if it came in none.
  virtual void returned(const CallbackFrame* outer, Doing doing) = 0;
  // The owner of the world lets go of it in these callbacks, or in none of them, and takes it back: from
  // `here` they become `away`, and the other way round. Both while it has the world.
  virtual void left(OpenCallbacks callbacks, Doing here, Doing away) = 0;
  virtual void came_back(OpenCallbacks callbacks, Doing here, Doing away) = 0;
  // Threads at work at once wait for each other, and none can go on. Does not return: whoever waits looks,
  // and waits again.
  [[noreturn]] virtual void deadlocked(std::string_view) = 0;
  // An exception left the profiler through a COM method. Does not return: the process is beyond repair.
  [[noreturn]] virtual void threw(std::uint16_t callback_slot) = 0;
};

}  // namespace gcrucible::clr
