// The managed threads of a run, by what the thread and suspension callbacks say of them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "harness/rules/decode/callback.h"
#include "harness/rules/state/in_flight.h"

namespace gcrucible::rules {

// Memory grows with the threads that a run has had.
class Threads {
 public:
  enum class Life : std::uint8_t { kUnknown, kCreated, kDestroyed };

  // `in_flight` does not hold the callback yet.
  void take(const Callback& callback, const CallsInFlight<InFlight>& in_flight);
  // Suspensions are not told any more, or only from now on.
  void forget_suspensions();
  // Threads are not told any more, or only from now on: which of them live is not known.
  void forget_lives();
  // GetCurrentThreadID said so on that native thread.
  void not_managed(std::uint32_t native);

  Life life(std::uint64_t thread_id) const;
  // Told as suspended and not as resumed since.
  bool suspended(std::uint64_t thread_id) const;
  void resumed_untold(std::uint64_t thread_id);
  // The ThreadID of a native thread (`Callback::thread`), once ThreadAssignedToOSThread has come on it.
  std::optional<std::uint64_t> id_of(std::uint32_t native) const;
  // Callbacks have come on more than one native thread.
  bool several() const { return native_.size() > 1; }
  bool unmanaged(std::uint32_t native) const;
  // The ThreadID belongs to a native thread that is not `native`, and has not ended.
  bool owned_by_another(std::uint64_t thread_id, std::uint32_t native) const;
  // The thread with that ThreadID has ended, and `native` may be one that has the id now and has not raised
  // ThreadCreated yet: nothing has assigned a ThreadID to it.
  bool may_be_new(std::uint64_t thread_id, std::uint32_t native) const;
  // The native thread has told a suspension of itself before, so that it is a managed one.
  bool tells_itself(std::uint32_t native) const;
  // The native thread is no thread of the collector's own: a profiler has been initialized on it, or it has
  // run code of the program's.
  bool runs_program(std::uint32_t native) const;
  // The native thread that told the suspension which that thread is in; none where it is in none.
  std::optional<std::uint32_t> suspended_on(std::uint64_t thread_id) const;
  // Told as created and not as assigned, while nothing but its own suspensions has come on its native
  // thread.
  bool starting(std::uint64_t thread_id) const;
  // The ThreadID of a native thread, or what it has told as suspended: in .NET Core that is itself.
  std::optional<std::uint64_t> self(std::uint32_t native) const;
  // Of the native thread's last callback; none where it has made none.
  std::uint64_t last_line(std::uint32_t native) const;
  // The thread that the last callback of a native thread, but for suspensions of that thread, told as
  // created.
  std::optional<std::uint64_t> just_created(std::uint32_t native) const;

 private:
  // What the last callback of a native thread, but for suspensions of it, told as created.
  struct Starting {
    std::uint32_t native = 0;
    std::uint64_t id = 0;
  };
  struct Managed {
    Life life = Life::kUnknown;
    bool suspended = false;
    std::uint32_t suspended_on = 0;       // native thread that told so
    std::optional<std::uint32_t> native;  // that it was assigned to
  };
  struct Native {
    std::optional<std::uint64_t> id;
    bool tells_itself = false;
    std::uint64_t told = 0;
    bool unmanaged = false;
    bool runs_program = false;
    std::uint64_t line = kNoLine;  // of its last callback but for those of `last_`
  };
  // The id is another thread's from here on.
  void begin_life(std::uint64_t thread_id, Life life);

  std::map<std::uint64_t, Managed> managed_;
  std::map<std::uint32_t, Native> native_;
  std::uint32_t last_ = 0;
  std::uint64_t last_line_ = kNoLine;  // of the last callback, which was on that thread
  std::vector<Starting> starting_;
};

}  // namespace gcrucible::rules
