#include "harness/clr/thread_state.h"

namespace gcrucible::clr {

namespace {

constinit thread_local const ThreadState* known = nullptr;

struct OwnState : ThreadState {
  OwnState() { known = this; }
  OwnState(const OwnState&) = delete;
  OwnState& operator=(const OwnState&) = delete;
  ~OwnState() { known = nullptr; }
};

}  // namespace

ThreadState& this_thread() {
  thread_local OwnState state;
  return state;
}

const ThreadState* known_thread() {
  return known;
}

}  // namespace gcrucible::clr
