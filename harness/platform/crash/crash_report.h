// Report that a process writes about its own death: the signal, the address, the native stack.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "harness/platform/crash/crash_text.h"

namespace gcrucible::platform {

// Destination of the report: zero-terminated text, truncated where it does not fit. The memory outlives the
// process if it belongs to a mapped file. Both buffers must stay valid for as long as the process lives.
struct CrashBuffers {
  std::span<char> message;  // "SIGSEGV at address 0x0000dddddddddddd"
  std::span<char> stack;    // one line per frame: "module+0xoffset (symbol+0xoffset)"
};

// Installs handlers for the signals of a fault: SEGV, BUS, ILL, FPE, ABRT. On Windows the filter for
// unhandled exceptions is installed instead. The first fault writes the report into the buffers. The handler
// then restores the previous handler, or the system's, so that the process still dies by the same signal. In
// a sanitizer's build, a signal that the sanitizer handles stays with the sanitizer. Call once, before other
// threads start.
void install_crash_report(CrashBuffers buffers);

// Adds what the process knows about a faulting address to the message. Called inside the handler on the
// thread that faulted, after the rest of the report is written. Must take no locks and allocate no memory.
// Returns false and writes nothing if nothing is known about the address. A fault inside it loses only its
// own text.
struct CrashExplainer {
  bool (*explain)(void* context, std::uint64_t address, CrashText& out) = nullptr;
  void* context = nullptr;
  // Called before everything else, whatever the signal was. Records where this thread is. The same
  // restrictions apply. `address` is the address of a fault; null if there is none or the system does not
  // report it.
  void (*place)(void* context, const std::uint64_t* address) = nullptr;
};

// Replaces the current explainer. `context` must stay valid until the next call.
void explain_crashes(CrashExplainer explainer);

// Gives the calling thread a stack for the handler. Without such a stack, the thread cannot report its own
// stack overflow. The thread that calls install_crash_report() has one. If the thread already has such a
// stack, that stack is kept.
class AlternateStack {
 public:
  AlternateStack();
  AlternateStack(const AlternateStack&) = delete;
  AlternateStack& operator=(const AlternateStack&) = delete;
  ~AlternateStack();

 private:
  void* memory_ = nullptr;
};

}  // namespace gcrucible::platform
