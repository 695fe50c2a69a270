// Who is told of each callback as it is entered and left, for what must outlive a crash.
#pragma once

#include <cstdint>

#include "harness/clr/thread_state.h"

namespace gcrucible::clr {

// Whose doing a callback is. Of each of the first two there is one thread at a time that has it, but both may
// be under way at once: a thread of the profiler's suspends the runtime while the first is in Shutdown.
enum class Doing : std::uint8_t {
  kProgram,  // of the thread that owns the world
  kLife,     // of the process's first thread without it: Initialize, Shutdown
  kOther,    // of threads of the profiler's beside it (HandleCreated in their CreateHandle)
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
  // `outer`: the callback in which this one came, which goes on; null if it came in none.
  virtual void returned(const CallbackFrame* outer, Doing doing) = 0;
  // An exception left the profiler through a COM method. Does not return: the process is beyond repair.
  [[noreturn]] virtual void threw(std::uint16_t callback_slot) = 0;
};

}  // namespace gcrucible::clr
