// Tells of managed threads that begin and end.
#pragma once

#include "harness/abi/types.h"

namespace gcrucible::clr {

class Clr;
struct ManagedThread;

// ThreadCreated and ThreadAssignedToOSThread, on the thread itself. The world is let go of meanwhile if the
// calling thread has it.
void tell_created(Clr& clr, const ManagedThread& thread);
// ThreadDestroyed; likewise.
void tell_destroyed(Clr& clr, abi::ThreadID thread);

}  // namespace gcrucible::clr
