// Reports managed threads that begin and end.
#pragma once

#include "harness/abi/types.h"

namespace gcrucible::clr {

class Clr;
struct ManagedThread;

// Delivers ThreadCreated and ThreadAssignedToOSThread, on the thread itself. If the calling thread has the
// world, the world is released meanwhile.
void report_created(Clr& clr, const ManagedThread& thread);
// Delivers ThreadDestroyed, in the same way.
void report_destroyed(Clr& clr, abi::ThreadID thread);

}  // namespace gcrucible::clr
