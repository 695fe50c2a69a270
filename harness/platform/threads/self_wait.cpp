#include "harness/platform/threads/self_wait.h"

#include <atomic>

namespace gcrucible::platform {
namespace {

constinit std::atomic<SelfWait*> told_to{nullptr};

}  // namespace

void self_waits_go_to(SelfWait* told) {
  told_to = told;
}

void tell_self_wait() {
  if (SelfWait* const told = told_to.load()) told->begins();
}

}  // namespace gcrucible::platform
