#include "harness/clr/thread_state.h"

#include <utility>

namespace gcrucible::clr {

namespace {

constinit thread_local ThreadState* known = nullptr;

struct Keeper {
  Keeper() = default;
  Keeper(const Keeper&) = delete;
  Keeper& operator=(const Keeper&) = delete;
  ~Keeper() { delete std::exchange(known, nullptr); }
};

}  // namespace

ThreadState& this_thread() {
  if (known == nullptr) {
    known = new ThreadState;
    // Destructors of the profiler's that run after its own may still call the runtime, on a state that nobody
    // takes back.
    thread_local const Keeper keeper;
    static_cast<void>(&keeper);
  }
  return *known;
}

const ThreadState* known_thread() {
  return known;
}

}  // namespace gcrucible::clr
