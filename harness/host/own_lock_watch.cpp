#include "harness/host/own_lock_watch.h"

#include "harness/clr/threads/thread_state.h"
#include "harness/platform/process/fork_server.h"

namespace gcrucible::host {

OwnLockWatch::OwnLockWatch(clr::Clr& clr, clr::CallWatch* watch, std::uint32_t other_threads)
    : clr_(&clr), watch_(watch), other_threads_(other_threads) {
  platform::self_deadlocks_go_to(this);
}

OwnLockWatch::~OwnLockWatch() {
  platform::self_deadlocks_go_to(nullptr);
}

void OwnLockWatch::begins() {
  const clr::ThreadState& thread = clr::this_thread();
  // For threads that work concurrently, their stage detects the deadlock.
  if (watch_ == nullptr || !thread.in_callback() || thread.works_with_others()) return;
  if (!platform::has_only_threads(1 + clr_->threads().natives() + other_threads_)) return;
  watch_->deadlocked("It waits for a mutex that it already holds.");
}

}  // namespace gcrucible::host
