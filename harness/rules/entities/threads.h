// The managed threads of a run, from the thread and suspension callbacks.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "harness/rules/decode/callback.h"
#include "harness/rules/state/in_flight.h"

namespace gcrucible::rules {

// Memory grows with the number of threads in a run.
class Threads {
 public:
  enum class Life : std::uint8_t { kUnknown, kCreated, kDestroyed };

  // Call before `in_flight` holds the callback.
  void take(const Callback& callback, const CallsInFlight<InFlight>& in_flight);
  // Suspensions are no longer reported, or only from now on.
  void forget_suspensions();
  // Threads are no longer reported, or only from now on. The set of living threads is unknown.
  void forget_lives();
  // GetCurrentThreadID has answered on that native thread that the thread is not managed.
  void not_managed(std::uint32_t native);

  Life life(std::uint64_t thread_id) const;
  // Reported as suspended and not as resumed since.
  bool suspended(std::uint64_t thread_id) const;
  void resumed_unreported(std::uint64_t thread_id);
  // The ThreadID of a native thread (`Callback::thread`), after ThreadAssignedToOSThread has come on it.
  std::optional<std::uint64_t> id_of(std::uint32_t native) const;
  // Callbacks have come on more than one native thread.
  bool several() const { return native_.size() > 1; }
  bool unmanaged(std::uint32_t native) const;
  // The ThreadID belongs to a living native thread other than `native`.
  bool owned_by_another(std::uint64_t thread_id, std::uint32_t native) const;
  // The thread with that ThreadID has ended. `native` may be a new thread with the same id that has not
  // raised ThreadCreated yet, because no ThreadID has been assigned to it.
  bool may_be_new(std::uint64_t thread_id, std::uint32_t native) const;
  // The native thread has reported a suspension of itself before, so it is a managed thread.
  bool reports_itself(std::uint32_t native) const;
  // The native thread does not belong to the collector: a profiler was initialized on it, or it has run
  // code of the program.
  bool runs_program(std::uint32_t native) const;
  // The native thread that reported the current suspension of that thread; empty if the thread is not
  // suspended.
  std::optional<std::uint32_t> suspended_on(std::uint64_t thread_id) const;
  // Reported as created and not as assigned. Only its own suspensions have come on its native thread since.
  bool starting(std::uint64_t thread_id) const;
  // The ThreadID of a native thread, or of the thread that it last suspended. In .NET Core that is itself.
  std::optional<std::uint64_t> self(std::uint32_t native) const;
  // Line of the native thread's last callback; kNoLine if there is none.
  std::uint64_t last_line(std::uint32_t native) const;
  // The thread that the native thread's last callback reported as created. Suspensions of that thread are
  // ignored.
  std::optional<std::uint64_t> just_created(std::uint32_t native) const;

 private:
  // The thread that the last callback of a native thread reported as created, its suspensions ignored.
  struct Starting {
    std::uint32_t native = 0;
    std::uint64_t id = 0;
  };
  struct Managed {
    Life life = Life::kUnknown;
    bool suspended = false;
    std::uint32_t suspended_on = 0;       // native thread that reported the suspension
    std::optional<std::uint32_t> native;  // to which it was assigned
  };
  struct Native {
    std::optional<std::uint64_t> id;
    bool reports_itself = false;
    std::uint64_t reported = 0;
    bool unmanaged = false;
    bool runs_program = false;
    std::uint64_t line = kNoLine;  // of its last callback except those of `last_`
  };
  // The id belongs to another thread from here on.
  void begin_life(std::uint64_t thread_id, Life life);

  std::map<std::uint64_t, Managed> managed_;
  std::map<std::uint32_t, Native> native_;
  std::uint32_t last_ = 0;
  std::uint64_t last_line_ = kNoLine;  // of the last callback, which came on thread `last_`
  std::vector<Starting> starting_;
  // Some may have been reported since the last call of forget_lives() and forget_suspensions(). Both are
  // called for each callback while masks overlap.
  bool has_lives_ = false;
  bool has_suspensions_ = false;
};

}  // namespace gcrucible::rules
