// What the mock CLR knows of one native thread: the managed thread on it, and the callbacks on its stack.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/abi/methods.h"
#include "harness/abi/types.h"

namespace gcrucible::clr {

class SaidAnswer;

// Whose doing a callback is. Of the first three there is one thread at a time that has it, but all of them
// may be under way at once: a thread of the profiler's suspends the runtime while the first is in Shutdown,
// or forces a collection while the program's is in ThreadCreated.
enum class Doing : std::uint8_t {
  kProgram,  // of the thread of the runtime's that owns the world
  kForced,   // of a thread of the profiler's that owns it: a collection or a suspension of its own
  kLife,     // of the process's first thread without it: Initialize, Shutdown
  kAbsent,   // of a thread that will take the world back (Absence)
  kOther,    // of threads of the profiler's beside it (HandleCreated in their CreateHandle)
};

struct CallbackFrame {
  abi::CallbackMethod method;
  std::uint64_t line;        // of its entry in the trace
  std::uint64_t number = 0;  // which callback of the run it is
  Doing doing = Doing::kOther;
};

// Belongs to its thread; nobody else touches it.
struct ThreadState {
  abi::ThreadID managed = 0;  // 0: a thread without a managed thread, as a profiler's own or a GC thread
  std::vector<CallbackFrame> callbacks;
  // Set by ForceGC: from then on the thread passes the checks of synchronous methods (coreclr.md 7.1).
  bool called_force_gc = false;

  // The runtime's own: a managed thread of the program's, or a collector's. Others are the profiler's, also
  // when ForceGC has made them managed ones.
  bool of_runtime = false;

  // The process's first thread: what it does without the world is of the program's doing too.
  bool first = false;

  // Has let go of the world for the callback it is in, or for a wait (Absence).
  bool absent = false;

  // The harness asks, not the profiler: number of the scenario's question, or -1.
  std::int64_t asking = -1;
  // What the trace is told instead of the answer, if anything; as long as `asking`.
  const SaidAnswer* answer = nullptr;

  bool in_callback() const { return !callbacks.empty(); }
  std::uint64_t current_line() const { return callbacks.empty() ? ~std::uint64_t{0} : callbacks.back().line; }
};

// Of a thread that owns the world.
inline Doing doing_of_owner(const ThreadState& thread) {
  return thread.of_runtime ? Doing::kProgram : Doing::kForced;
}

// The calling thread's. One host has one CLR, so a thread needs no more than one.
ThreadState& this_thread();
// The same for a handler of signals: null if the thread has none yet, which would take memory.
const ThreadState* known_thread();

}  // namespace gcrucible::clr
