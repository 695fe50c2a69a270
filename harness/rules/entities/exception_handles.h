// Tracks the handles that .NET creates for exceptions, from HandleCreated and HandleDestroyed. A throw
// creates two handles: one of the exception, and one of its thread for the exception that it threw last.
// The thread's handle comes second if managed code throws, first if native code throws. If a nested
// exception ends, .NET creates the thread's handle anew for the outer exception without a HandleCreated.
// HandleDestroyed still reports the end of that handle. If the outer object is thrown again in the nested
// exception, the thread's handle stays.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <unordered_set>
#include <vector>

#include "harness/rules/decode/callback.h"
#include "harness/rules/entities/empty_out.h"

namespace gcrucible::rules {

class ExceptionHandles {
 public:
  // The thread has an unreported handle, and the callback may be the end of that handle.
  bool may_end_unreported(const Callback& callback) const;
  // The root may belong to an unreported handle: it is strong, and there are no more such roots than
  // threads with an unreported handle.
  bool may_be_unreported(const Root& root) const;

  void created(const Callback& callback);
  // `alive`: the handle was reported as created and not as destroyed.
  void destroyed(const Callback& callback, bool alive);
  // A root of a handle that was not reported as created, or not as alive.
  void rooted(const Root& root);
  void collection_starts() { empty_out(roots_); }
  // A managed thread begins on that native thread. It has no exceptions.
  void began(std::uint32_t native) {
    if (missed_) began_.insert(native);
  }
  // Exceptions may be under way whose handles were not reported.
  void forget() {
    threads_.clear();
    began_.clear();
    unreported_ = 0;
    missed_ = true;
  }

 private:
  // The two handles of one exception; 0 for a destroyed one. Only the order of their ends shows which one
  // is the thread's own.
  using Two = std::array<std::uint64_t, 2>;
  // The last handle callbacks of the thread: a creation; a creation and then the end of an exception's
  // handle; or another end.
  enum class Reported : std::uint8_t { kElse, kCreated, kCreatedAndDestroyed, kDestroyed };
  struct OfThread {
    std::vector<Two> exceptions;  // exceptions under way, the innermost last
    bool unreported = false;      // the thread's own handle was created anew
    Reported reported = Reported::kElse;
    std::uint64_t made_for = 0;  // object of the last HandleCreated
    std::uint64_t handle = 0;    // handle of the last HandleCreated
  };
  // Returns whether the handle was found.
  static bool remove(std::vector<Two>& exceptions, std::uint64_t handle);
  void set_unreported(OfThread& thread, bool unreported);

  // Memory grows with the native threads of a run, as in Threads: a thread of an exception under way may go
  // on at any time.
  std::map<std::uint32_t, OfThread> threads_;
  std::size_t unreported_ = 0;  // number of threads with `unreported` set
  bool missed_ = false;
  std::set<std::uint32_t> began_;            // native threads, if `missed_`
  std::unordered_set<std::uint64_t> roots_;  // of the last collection, possibly roots of unreported handles
};

}  // namespace gcrucible::rules
