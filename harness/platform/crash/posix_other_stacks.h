// The stacks of all threads of a process that was told to end because it hangs.
#pragma once

#include <signal.h>

#include <string_view>

#include "harness/platform/crash/crash_text.h"

namespace gcrucible::platform {

// Everything here is called inside the handler of one signal only and takes neither locks nor memory.

// Whether somebody else has sent it, who wants to know where the process is.
bool is_sent_by_another_process(const siginfo_t& info);

// Before the frames of the calling thread: its name, where there are several. Returns whether there are.
bool write_own_name(CrashText& out);

// Behind them those of all other threads, one after the other: each is sent `signal`, and answers in its
// handler. One that keeps the signal back, or does not come to it soon, has its name there alone.
void write_other_stacks(CrashText& out, int signal);

// What the handler calls first of all. True if this thread was asked by the function above, or too late: then
// the handler returns. `write_frames` appends those of the calling thread.
bool answers_for_stack(const siginfo_t& info, const void* context,
                       void (*write_frames)(CrashText& out, const void* context));

}  // namespace gcrucible::platform
