// A managed thread that stands in the profiler's code, or waits for another thread, and holds up nobody.
#pragma once

#include <cstdint>

#include "harness/clr/threads/call_watch.h"
#include "harness/clr/threads/thread_state.h"

namespace gcrucible::clr {

class Clr;

// Made on a thread that may own the world, around the call of a callback or a wait for another thread. In
// preemptive mode, as long as the runtime is not suspended, a CLR needs nothing of that thread: others may
// collect and suspend, and a callback may wait for them. So the world is let go, and taken back at the end,
// once no suspension of the profiler's forbids the thread to run. Callbacks of cooperative mode make none:
// under .NET 10 too a collection waits for the thread. It does not wait where a class is loaded inside one,
// nor does it here. The heap may be another one afterwards: nothing of it is kept across.
class Absence {
 public:
  // When a thread that works beside others (Mutators) has the world again: it may have to stop for a
  // suspension, which it tells of, and that is not inside of the callback any more.
  enum class Until : std::uint8_t { kReturn, kNow };
  explicit Absence(Clr& clr, Until until = Until::kReturn);
  Absence(const Absence&) = delete;
  Absence& operator=(const Absence&) = delete;
  ~Absence();

 private:
  OpenCallbacks mark(Doing doing) const;

  Clr* clr_;
  Until until_;
  bool left_ = false;
  Doing here_ = Doing::kProgram;  // whose doing its callbacks are while it has the world
  Doing away_ = Doing::kAbsent;
  bool was_absent_ = false;
  std::uint32_t callbacks_ = 0;  // innermost ones of the thread, made while it had the world
  // The world is taken back as it was found: inside a callback others may look.
  bool was_closed_ = false;
};

}  // namespace gcrucible::clr
