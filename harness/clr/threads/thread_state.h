// What the mock CLR knows of one native thread: the managed thread on it, and the callbacks on its stack.
#pragma once

#include <cstdint>

#include "harness/abi/methods.h"
#include "harness/abi/types.h"

namespace gcrucible::platform {
class LockScheduler;
}

namespace gcrucible::clr {

struct InsideMethod;
class Mutators;
class SaidAnswer;

// Whose doing a callback is. Of the first three there is one thread at a time that has it, but all of them
// may be under way at once: a thread of the profiler's suspends the runtime while the first is in Shutdown,
// or forces a collection while the program's is in ThreadCreated.
enum class Doing : std::uint8_t {
  kProgram,  // of the thread of the runtime's that owns the world
  kForced,   // of a thread of the profiler's that owns it: a collection or a suspension of its own
  kLife,     // of the process's first thread without it: Initialize, Shutdown
  kAbsent,   // of a thread that will take the world back (Absence)
  kCrew,     // of threads at work at once: the collector's of server GC, or the program's
  kOther,    // of threads of the profiler's beside it (HandleCreated in their CreateHandle)
};

// On the stack of its thread, as long as the callback is under way.
struct CallbackFrame {
  abi::CallbackMethod method;
  std::uint64_t line;        // of its entry in the trace
  std::uint64_t number = 0;  // which callback of the run it is
  Doing doing = Doing::kOther;
  CallbackFrame* outer = nullptr;  // the callback in which it came
};

// Of a thread of the program's that is at work beside others (Mutators), or of one that does something for
// such a thread, which waits for it.
struct Mutating {
  Mutators* all = nullptr;  // null: none are
  std::uint32_t actor = 0;
  bool stands_in = false;
  bool in_world = false;  // has the world, together with others: it is in cooperative mode
  bool returns = false;   // goes back to that mode when its callback has returned
  bool entered = false;   // stands behind the switch point of the callback that it is about to make
};

// Belongs to its thread; nobody else touches it. Owns nothing: destructors of the profiler's may call the
// runtime behind any that would free it.
struct ThreadState {
  abi::ThreadID managed = 0;  // 0: a thread without a managed thread, as a profiler's own or a GC thread
  CallbackFrame* innermost = nullptr;
  std::uint32_t depth = 0;  // callbacks on its stack
  // Set by ForceGC: from then on the thread passes the checks of synchronous methods (coreclr.md 7.1).
  bool called_force_gc = false;

  // The runtime's own: a managed thread of the program's, or a native one of its own. Others are the
  // profiler's, also when ForceGC has made them managed ones.
  bool of_runtime = false;

  // One on which collections of a server heap run. Such a thread never becomes a managed one.
  bool collector = false;
  // Of a collector: the number of its heap.
  std::uint16_t heap = 0;
  // Works beside others of its kind (HeapCrew), who have the world together.
  bool in_crew = false;
  Mutating mutating = {};
  // Of a crew: its number there.
  std::uint32_t actor = 0;
  // Of a crew: who is told of what the profiler does with locks there; null if nobody can be.
  platform::LockScheduler* locks = nullptr;
  // Has suspended the runtime for a collection, which gives it the runtime's lock of threads.
  bool suspends = false;
  // What it does is part of a collection that a thread of the profiler's has forced.
  bool forced = false;

  // The process's first thread: what it does without the world is of the program's doing too.
  bool first = false;

  // Has let go of the world for the callback it is in, or for a wait (Absence).
  bool absent = false;

  // The harness asks, not the profiler: number of the scenario's question, or -1.
  std::int64_t asking = -1;
  std::uint32_t asking_line = 0;  // of its step in the scenario
  // What the trace is told instead of the answer, if anything; as long as `asking`.
  const SaidAnswer* answer = nullptr;

  // Was a managed one by ForceGC, and that is over because the thread is ending.
  bool stay_over = false;

  // The method of the runtime's that the profiler has called last and that has not returned.
  const InsideMethod* inside = nullptr;

  bool in_callback() const { return innermost != nullptr; }
  std::uint64_t current_line() const { return in_callback() ? innermost->line : ~std::uint64_t{0}; }

  void enter(CallbackFrame& frame) {
    frame.outer = innermost;
    innermost = &frame;
    ++depth;
  }
  void leave() {
    innermost = innermost->outer;
    --depth;
  }
};

// Of a thread that owns the world.
inline Doing doing_of_owner(const ThreadState& thread) {
  if (thread.in_crew || thread.mutating.all != nullptr) return Doing::kCrew;
  return thread.of_runtime && !thread.forced ? Doing::kProgram : Doing::kForced;
}

// The calling thread's, in a handler of signals too. One host has one CLR, so a thread needs no more than
// one.
ThreadState& this_thread();

}  // namespace gcrucible::clr
