// One run: everything of the host around one profiler.
#pragma once

#include <string>

#include "harness/host/case.h"
#include "harness/host/control_block.h"

namespace gcrucible::host {

// Runs the case and leaves the result in the control block: kFinished, or kRefused with a message. A profiler
// that crashes, exits or hangs takes the process with it, which the driver sees. Returns the exit status.
int run_session(const Case& value, ControlBlock& control, const std::string& trace_path);

// Marks the case as one that cannot be run; for messages before there is a session.
int refuse(ControlBlock& control, const std::string& message);

}  // namespace gcrucible::host
