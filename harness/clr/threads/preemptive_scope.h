// Marks a managed thread that runs the profiler's code, or waits for another thread, and blocks no thread.
#pragma once

#include <cstdint>

#include "harness/clr/threads/call_watch.h"
#include "harness/clr/threads/thread_state.h"

namespace gcrucible::clr {

class Clr;

// Made on a thread that may own the world, around a callback or a wait for another thread. In preemptive
// mode, and while the runtime is not suspended, a CLR does not need this thread. Other threads may then
// collect and suspend, and the callback may wait for them. The world is therefore released. At the end it is
// taken back, once no suspension by the profiler forbids the thread to run.
//
// Callbacks of cooperative mode make no Absence: under .NET 10 too, a collection waits for their thread. The
// exception, in both, is a class load inside such a callback. The heap may have changed afterwards, so no
// state of it may be kept across.
class PreemptiveScope {
 public:
  // When a thread that runs at the same time as others (Mutators) takes the world back. It may then have to
  // stop for a suspension and report it. With kReturn, that happens after the callback has returned.
  enum class Until : std::uint8_t { kReturn, kNow };
  explicit PreemptiveScope(Clr& clr, Until until = Until::kReturn);
  PreemptiveScope(const PreemptiveScope&) = delete;
  PreemptiveScope& operator=(const PreemptiveScope&) = delete;
  ~PreemptiveScope();

 private:
  OpenCallbacks mark(Doing doing) const;

  Clr* clr_;
  Until until_;
  bool left_ = false;
  Doing here_ = Doing::kProgram;  // the kind of its callbacks while it has the world
  Doing away_ = Doing::kAbsent;
  bool was_absent_ = false;
  std::uint32_t callbacks_ = 0;  // its innermost callbacks that were made while it had the world
  // The world is restored as it was: inside a callback, other threads may look.
  bool was_closed_ = false;
};

}  // namespace gcrucible::clr
