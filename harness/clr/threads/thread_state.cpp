#include "harness/clr/threads/thread_state.h"

#include <type_traits>

namespace gcrucible::clr {

namespace {

constinit thread_local ThreadState state;
static_assert(std::is_trivially_destructible_v<ThreadState>);

}  // namespace

ThreadState& this_thread() {
  return state;
}

}  // namespace gcrucible::clr
