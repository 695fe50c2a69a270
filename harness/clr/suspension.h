// Suspension of the runtime, as the profiler is told of it.
#pragma once

#include "harness/abi/enums.h"
#include "harness/clr/clr.h"

namespace gcrucible::clr {

// On the thread that suspends; it holds the world lock. Order as in coreclr.md 1.1: Started, the suspending
// thread's own RuntimeThreadSuspended if it is a managed one, Finished. Other managed threads of the
// simulation wait in native code and never report, as the runtime's do.
void suspend(Clr& clr, abi::COR_PRF_SUSPEND_REASON reason);
void resume(Clr& clr);

}  // namespace gcrucible::clr
