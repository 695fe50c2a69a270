#include "harness/platform/threads/self_deadlock.h"

#include <atomic>

namespace gcrucible::platform {
namespace {

constinit std::atomic<SelfDeadlock*> given_to{nullptr};

}  // namespace

void self_deadlocks_go_to(SelfDeadlock* intercepted) {
  given_to = intercepted;
}

void report_self_deadlock() {
  if (SelfDeadlock* const intercepted = given_to.load()) intercepted->begins();
}

}  // namespace gcrucible::platform
