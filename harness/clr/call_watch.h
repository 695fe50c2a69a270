// Who is told of each callback as it is entered and left, for what must outlive a crash.
#pragma once

#include <cstdint>

#include "harness/clr/thread_state.h"

namespace gcrucible::clr {

// Called on the thread that makes the callback; implementations must be cheap and allocate nothing.
// `programs`: the callback is of the program's doing, which does one thing at a time; not so callbacks that a
// thread of the profiler's causes beside it (HandleCreated in its CreateHandle).
class CallWatch {
 public:
  CallWatch() = default;
  CallWatch(const CallWatch&) = delete;
  CallWatch& operator=(const CallWatch&) = delete;
  virtual ~CallWatch() = default;
  // Which callback of the run it is, the first being 1.
  virtual std::uint64_t entered(std::uint16_t callback_slot, bool programs) = 0;
  // `outer`: the callback in which this one came, which goes on; null if it came in none.
  virtual void returned(const CallbackFrame* outer, bool programs) = 0;
  // An exception left the profiler through a COM method. Does not return: the process is beyond repair.
  [[noreturn]] virtual void threw(std::uint16_t callback_slot) = 0;
};

}  // namespace gcrucible::clr
