// The handles that .NET has of exceptions under way, by what HandleCreated and HandleDestroyed say: where one
// is thrown, one of the exception and one of its thread's, for the exception that it threw last; the thread's
// comes second where managed code throws, and first where native code does. Where an exception is over inside
// of another, the thread's handle is made anew for the outer one, which is not told; its end is, as that of
// every handle. Where the outer one's object is thrown again inside of it, the thread's handle stays.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <unordered_set>
#include <vector>

#include "harness/rules/decode/callback.h"

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
  // A root whose handle was not told, or not as alive.
  void rooted(const Root& root);
  void collection_starts() { roots_.clear(); }
  void forget() {
    threads_.clear();
    untold_ = 0;
  }

 private:
  // Of one exception; 0 is one that was destroyed. Which is the thread's own only the order of their ends
  // tells.
  using Two = std::array<std::uint64_t, 2>;
  // What the thread told last of handles: one created; behind that the end of one of an exception's; or the
  // end of any other.
  enum class Told : std::uint8_t { kElse, kCreated, kCreatedAndDestroyed, kDestroyed };
  struct OfThread {
    std::vector<Two> exceptions;  // those under way, the innermost last
    bool untold = false;          // the thread's own was made anew
    Told told = Told::kElse;
    std::uint64_t made_for = 0;  // the object of the last HandleCreated
    std::uint64_t handle = 0;    // and its handle
  };
  // Says whether it is there.
  static bool remove(std::vector<Two>& exceptions, std::uint64_t handle);
  void set_untold(OfThread& thread, bool untold);

  std::map<std::uint32_t, OfThread> threads_;
  std::size_t untold_ = 0;                   // threads of which that is true
  std::unordered_set<std::uint64_t> roots_;  // of the last collection, that may be of these
};

}  // namespace gcrucible::rules
