// The stacks of all threads of a process that is ended because it hangs.
#pragma once

#include <signal.h>

#include <string_view>

#include "harness/platform/crash/crash_text.h"

namespace gcrucible::platform {

// These functions may be called only inside the handler of one signal. They take no locks and no memory.

// Whether another process has sent the signal to find out where this process is.
bool is_sent_by_another_process(const siginfo_t& info);

// Writes the calling thread's name, if the process has several threads. Call before the frames of the calling
// thread. Returns whether there are several threads.
bool write_own_name(CrashText& out);

// Appends the stacks of all other threads, one after the other. Each thread is sent `signal` and answers in
// its handler. A thread that blocks the signal, or does not answer soon, gets only its name.
void write_other_stacks(CrashText& out, int signal);

// The handler must call this function first. Returns true if write_other_stacks() requested this thread's
// stack, even if the answer is too late; the handler then returns. `write_frames` appends the frames of the
// calling thread.
bool answers_for_stack(const siginfo_t& info, const void* context,
                       void (*write_frames)(CrashText& out, const void* context));

}  // namespace gcrucible::platform
