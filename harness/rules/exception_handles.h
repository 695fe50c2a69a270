// The handles that .NET has of exceptions under way, by what HandleCreated and HandleDestroyed say: one of
// each exception, made where it is thrown, and behind it one of its thread's, for the exception that it threw
// last. Where an exception is over inside of another, the thread's handle is made anew for the outer one,
// which is not told; its end is, as that of every handle.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_set>
#include <vector>

#include "harness/rules/callback.h"

namespace gcrucible::rules {

class ExceptionHandles {
 public:
  // The thread has one that was not told, and the callback may be its end.
  bool may_end_untold(const Callback& callback) const;
  // It may be the root of one that was not told: strong, and no more of them than threads that have one.
  bool may_be_untold(const Root& root) const;

  void created(const Callback& callback);
  // `alive`: it was told as created, and not as destroyed.
  void destroyed(const Callback& callback, bool alive);
  // Something of an exception is told on the thread.
  void interrupted(std::uint32_t thread);
  // The object that the thread's last callbacks of handles and exceptions made two handles for; nothing where
  // they did not, or a collection may have moved it since.
  std::optional<std::uint64_t> just_made_for(std::uint32_t thread) const;
  // A root whose handle was not told, or not as alive.
  void rooted(const Root& root);
  void collection_starts();
  void forget() {
    threads_.clear();
    untold_ = 0;
  }

 private:
  struct OfThread {
    std::vector<std::uint64_t> exceptions;  // handles of those under way, the innermost last
    std::vector<std::uint64_t> last;        // what may be the thread's own
    bool untold = false;                    // the thread's own was made anew
    std::vector<std::uint64_t> freed;       // told as destroyed since, or as that was made
    bool own_ended = false;                 // the last HandleDestroyed was of the thread's own
    bool follows = false;                   // a handle callback, with nothing of exceptions in between
    std::uint64_t made_last_for = 0;        // the object of the last one, if that made the second handle of two
    bool made = false;                      // the thread's last handle callback was a HandleCreated
    std::uint64_t made_for = 0;             // its object
    std::uint64_t handle = 0;               // and its handle
  };
  void set_untold(OfThread& thread, bool untold);

  std::map<std::uint32_t, OfThread> threads_;
  std::size_t untold_ = 0;                   // threads of which that is true
  std::unordered_set<std::uint64_t> roots_;  // of the last collection, that may be of these
};

}  // namespace gcrucible::rules
