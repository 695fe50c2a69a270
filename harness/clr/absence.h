// A managed thread that stands in the profiler's code, or waits for another thread, and holds up nobody.
#pragma once

#include "harness/abi/methods.h"

namespace gcrucible::clr {

class Clr;

// Made on a thread that may own the world. In a callback of preemptive mode, as long as the runtime is not
// suspended, a CLR needs nothing of that thread: others may collect and suspend, and a callback may wait for
// them. So the world is let go, and taken back at the end, once no suspension of the profiler's forbids the
// thread to run. Callbacks of cooperative mode keep it: under .NET 10 too a collection waits for the thread.
// The heap may be another one afterwards: nothing of it is kept across.
class Absence {
 public:
  // Around the call of `method`.
  Absence(Clr& clr, abi::CallbackMethod method);
  // Around a wait for another thread, which preemptive mode is for.
  explicit Absence(Clr& clr);
  Absence(const Absence&) = delete;
  Absence& operator=(const Absence&) = delete;
  ~Absence();

 private:
  Absence(Clr& clr, bool preemptive);

  Clr* clr_;
  bool left_;
};

}  // namespace gcrucible::clr
