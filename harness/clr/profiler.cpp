#include "harness/clr/profiler.h"

#include "harness/clr/mutators.h"

namespace gcrucible::clr {

void Profiler::reach(const ThreadState& thread, schedule::Point point) {
  if (thread.mutating.all != nullptr) {
    thread.mutating.all->reach(point);
  } else {
    schedule::reach(point);
  }
}

void Profiler::returned_beside_others(const ThreadState& thread, abi::CallbackMethod method) {
  // An object that AllocationTick has told of stays where it is until it is there.
  thread.mutating.all->returned(method != abi::CallbackMethod::kEventPipeEventDelivered);
}

}  // namespace gcrucible::clr
