// Who is told of each callback as it is entered and left, for what must outlive a crash.
#pragma once

#include <cstdint>

namespace gcrucible::clr {

// Called on the thread that makes the callback; implementations must be cheap and allocate nothing.
class CallWatch {
 public:
  CallWatch() = default;
  CallWatch(const CallWatch&) = delete;
  CallWatch& operator=(const CallWatch&) = delete;
  virtual ~CallWatch() = default;
  virtual void entered(std::uint16_t callback_slot) = 0;
  virtual void returned(std::uint16_t callback_slot) = 0;
  // An exception left the profiler through a COM method. Does not return: the process is beyond repair.
  [[noreturn]] virtual void threw(std::uint16_t callback_slot) = 0;
};

}  // namespace gcrucible::clr
