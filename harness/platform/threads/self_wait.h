// A thread that waits for a lock which it has itself.
#pragma once

namespace gcrucible::platform {

// Programs that tell of their locks (LockScheduler) tell of these, too, of threads that no LockScheduler
// watches.
class SelfWait {
 public:
  SelfWait() = default;
  SelfWait(const SelfWait&) = delete;
  SelfWait& operator=(const SelfWait&) = delete;
  virtual ~SelfWait() = default;
  // By the thread that is about to wait for a mutex which is not recursive. Who returns lets it: other
  // threads may give back what is not theirs, wrong as that is.
  virtual void begins() = 0;
};

// Who is told, as long as it is there; null: nobody.
void self_waits_go_to(SelfWait* told);
// Any thread.
void tell_self_wait();

}  // namespace gcrucible::platform
