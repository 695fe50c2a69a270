#include "harness/clr/thread_state.h"

namespace gcrucible::clr {

ThreadState& this_thread() {
  thread_local ThreadState state;
  return state;
}

}  // namespace gcrucible::clr
