#include "harness/platform/threads/self_deadlock.h"

#include <atomic>

namespace gcrucible::platform {
namespace {

constinit std::atomic<SelfDeadlock*> receiver{nullptr};

}  // namespace

void self_deadlocks_go_to(SelfDeadlock* to) {
  receiver = to;
}

void report_self_deadlock() {
  if (SelfDeadlock* const to = receiver.load()) to->begins();
}

}  // namespace gcrucible::platform
