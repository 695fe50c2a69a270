// The simulated CLR's state of one native thread: its managed thread, and the callbacks on its stack.
#pragma once

#include <cstdint>

#include "harness/abi/tables/methods.h"
#include "harness/abi/types.h"

namespace gcrucible::platform {
class LockScheduler;
}

namespace gcrucible::clr {

struct InsideMethod;
class Mutators;
class SaidAnswer;

// On whose behalf a callback is made. Each of the first three kinds belongs to one thread at a time, but all
// may be under way at once. A profiler's thread may suspend the runtime during Shutdown on the first thread.
// It may also force a collection while the program's thread is in ThreadCreated.
enum class Doing : std::uint8_t {
  kProgram,  // a runtime thread that owns the world
  kForced,   // a profiler's thread that owns the world, for its own collection or suspension
  kLife,     // the process's first thread without the world: Initialize, Shutdown
  kAbsent,   // a thread that will take the world back (Absence)
  kWorkers,  // threads that run at the same time: server GC's collector threads, or the program's
  kOther,    // other threads of the profiler's (HandleCreated in their CreateHandle)
};

// Lives on the thread's stack while the callback is under way.
struct CallbackFrame {
  abi::CallbackMethod method;
  std::uint64_t line;        // of its entry in the trace
  std::uint64_t number = 0;  // the number of the callback in the run
  Doing doing = Doing::kOther;
  CallbackFrame* outer = nullptr;  // the enclosing callback
};

// For a program thread that runs at the same time as others (Mutators), or for a thread that acts in place of
// one, which waits.
struct Mutating {
  Mutators* all = nullptr;  // null: there are no such threads
  std::uint32_t actor = 0;
  bool stands_in = false;
  bool in_world = false;  // shares the world with others: it is in cooperative mode
  bool returns = false;   // returns to cooperative mode after its callback
  bool entered = false;   // has already passed the switch point of its next callback
};

// Belongs to its thread; no other thread uses it. Owns nothing: destructors of the profiler's may call the
// runtime after any destructor that would free it.
struct ThreadState {
  abi::ThreadID managed = 0;  // 0: no managed thread, as for a profiler's own or a GC thread
  CallbackFrame* innermost = nullptr;
  std::uint32_t depth = 0;  // callbacks on its stack
  // Set by ForceGC: from then on the thread passes the checks of synchronous methods, as in .NET.
  bool called_force_gc = false;

  // A thread of the runtime's: a managed thread of the program, or a native thread of its own. All others are
  // the profiler's, even if ForceGC has made them managed.
  bool of_runtime = false;

  // A thread on which collections of a server heap run. Such a thread never becomes managed.
  bool collector = false;
  // For a collector thread: the number of its heap.
  std::uint16_t heap = 0;
  // Runs at the same time as other collector threads (HeapWorkers); they hold the world together.
  bool in_workers = false;
  Mutating mutating = {};
  // As a worker: its number.
  std::uint32_t actor = 0;
  // As a worker: schedules the profiler's locks on this thread; null if that is not possible.
  platform::LockScheduler* locks = nullptr;
  // The thread has suspended the runtime for a collection, and so holds the runtime's lock on its threads.
  bool suspends = false;
  // The thread's work is part of a collection that a profiler's thread has forced.
  bool forced = false;

  // The process's first thread: its work without the world also counts as the program's.
  bool first = false;

  // The thread has released the world for its current callback, or for a wait (Absence).
  bool absent = false;

  // The number of the scenario's query that the harness makes; -1 if the profiler calls.
  std::int64_t asking = -1;
  std::uint32_t asking_line = 0;  // of its step in the scenario
  // Replaces the answer in the trace, if not null. Valid as long as `asking`.
  const SaidAnswer* answer = nullptr;

  // ForceGC made the thread managed, but the thread is ending and no longer is.
  bool stay_over = false;

  // The runtime's method that the profiler called last and that has not returned.
  const InsideMethod* inside = nullptr;

  // Other threads may do the runtime's work at the same time: the other workers of a collection, or other
  // threads of the program.
  bool works_with_others() const { return in_workers || mutating.all != nullptr; }
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

// For a thread that owns the world.
inline Doing doing_of_owner(const ThreadState& thread) {
  if (thread.works_with_others()) return Doing::kWorkers;
  return thread.of_runtime && !thread.forced ? Doing::kProgram : Doing::kForced;
}

// The state of the calling thread; signal handlers may call this. One host has one CLR, so each thread has
// one state.
ThreadState& this_thread();

}  // namespace gcrucible::clr
