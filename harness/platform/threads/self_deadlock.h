// A thread that waits for a lock that it holds itself.
#pragma once

namespace gcrucible::platform {

// Programs that report their lock operations (LockScheduler) also report these waits, for threads without a
// LockScheduler.
class SelfDeadlock {
 public:
  SelfDeadlock() = default;
  SelfDeadlock(const SelfDeadlock&) = delete;
  SelfDeadlock& operator=(const SelfDeadlock&) = delete;
  virtual ~SelfDeadlock() = default;
  // Called by the thread that is about to wait for a mutex that is not recursive. After the return, the
  // thread waits. Another thread may release the mutex although it does not hold it, wrong as that is.
  virtual void begins() = 0;
};

// Sets the receiver of the reports, which must exist while it is set; null: none.
void self_deadlocks_go_to(SelfDeadlock* receiver);
// Any thread.
void report_self_deadlock();

}  // namespace gcrucible::platform
