// What a process says about its own death: the signal, the address, the native stack.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "harness/platform/crash/crash_text.h"

namespace gcrucible::platform {

// Where the report goes: zero-terminated text, cut where it does not fit. The memory outlives the process's
// death if it is a mapped file's. Both must stay valid for as long as the process lives.
struct CrashBuffers {
  std::span<char> message;  // "SIGSEGV at address 0x0000dddddddddddd"
  std::span<char> stack;    // a line a frame: "module+0xoffset (symbol+0xoffset)"
};

// Takes the signals that end a process by a fault (SEGV, BUS, ILL, FPE, ABRT; on Windows the filter for
// unhandled exceptions), writes the first report into the buffers and hands on to whoever had the signal
// before, or to the system, so that the process still dies by that very signal. In a sanitizer's build a
// signal that the sanitizer has taken stays with it. Call once, before other threads start.
void install_crash_report(CrashBuffers buffers);

// What the process knows of an address that has faulted, for the message. Called inside the handler on the
// thread that faulted, once the rest of the report is written: no lock, no memory. Writes nothing and returns
// false where it has nothing to say. A fault in it costs no more than its own words.
struct CrashExplainer {
  bool (*explain)(void* context, std::uint64_t address, CrashText& out) = nullptr;
  void* context = nullptr;
  // Called first of all, whatever the signal was: keeps where this thread is. Under the same restrictions.
  // `address` is that of a fault; null where there is none, or the system does not say it.
  void (*place)(void* context, const std::uint64_t* address) = nullptr;
};

// One at a time; `context` stays valid until the next call.
void explain_crashes(CrashExplainer explainer);

// Gives the calling thread a stack for the handler, without which it cannot report its own stack overflow.
// The thread that calls install_crash_report has one. Where the thread has one already, that stays.
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
