// How far each thread is with its exceptions, by what the exception callbacks say.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "harness/rules/callback.h"

namespace gcrucible::rules {

class Exceptions {
 public:
  // So many functions of one search are kept, and at most so many stretches: of more, the inner half.
  static constexpr std::size_t kMost = 65536;
  static constexpr std::size_t kMostHidden = 64;
  static constexpr std::size_t kNoBlock = static_cast<std::size_t>(-1);

  // A stretch that one callback begins and another ends.
  enum class Stretch : std::uint8_t {
    kSearchFunction,
    kSearchFilter,
    kUnwindFunction,
    kUnwindFinally,
    kCatcher
  };
  enum class Phase : std::uint8_t { kNone, kThrown, kSearched, kFound, kUnwinding };

  struct Exception {
    Phase phase = Phase::kNone;  // kNone once its catcher is entered
    std::uint64_t object = 0;
    std::uint32_t collections = 0;  // that had started when it was thrown
    bool found = false;
    std::uint64_t catching_function = 0;  // of ExceptionSearchCatcherFound
    // Its search ended with ExceptionUnwindFunctionLeave: it leaves managed code (.NET 9 and later,
    // docs/deviations.md).
    bool leaves_code = false;
    std::vector<std::uint64_t> searched = {};  // functions, in this order; the first kMost
    std::size_t unwound = 0;                   // so many of them
  };
  struct Open {
    Stretch stretch = Stretch::kSearchFunction;
    std::uint64_t function = 0;
    std::uint64_t line = 0;
    Exception before = {};     // the one that a filter or a finally block belongs to, or that is caught
    std::uint64_t object = 0;  // of a catcher the exception's id by now
    // Of a function unwound, its exception: it may be the last, which is not told as left.
    bool leaves_code = false;
    // Of a search: another exception was thrown in it. Either code of the search's own did that (.NET 10
    // calls the handlers of AppDomain.FirstChanceException there), and it goes on when that one is over; or
    // it ended without a word, where a catch block's exception left managed code. `before` is the one that
    // was searched for.
    bool interrupted = false;
  };
  struct Hidden {
    Exception exception;
    std::size_t depth = 0;  // so many stretches were open
  };
  struct OfThread {
    std::vector<Open> open;  // the innermost last
    Exception exception;     // the innermost
    // Inside a filter, a finally block or a catch block that is not told the program may throw others. These
    // are the exceptions that such a block may belong to, the innermost last.
    std::vector<Hidden> hidden;
    // An exception has come out of a finally block, or has been caught in the function of one: no callback
    // says whether the block goes on. Until a Leave settles it, more or less may be open than is known.
    bool uncertain = false;
    // So many of the outermost stretches are open all the same. The Leave of one of them settles it.
    std::size_t certain = 0;
    // Where the block is, if it was kept as open: its own Leave settles it too, where no other one can come.
    std::size_t block = kNoBlock;
  };
  // Whose filter, finally block or catch block a Leave without its Enter may end.
  enum class Untold : std::uint8_t { kNobodys, kInnermost, kHidden };

  // `collections` is how many have started so far.
  void take(const Callback& callback, std::uint32_t collections);
  // Null for a thread without exceptions.
  const OfThread* of(std::uint32_t thread) const;
  // .NET tells neither functions of dynamic methods nor the Enter of their filters, finally blocks and catch
  // blocks, but each Leave of these. Simulated runtimes have none.
  void expect_untold_frames() { untold_frames_ = true; }
  bool expects_untold_frames() const { return untold_frames_; }
  // From here on some are not told.
  void forget() {
    threads_.clear();
    missed_ = true;
  }
  // What is told may begin in the middle of one.
  bool missed() const { return missed_; }

 private:
  // Says whether the callback was the Leave of an untold frame's block.
  bool take_untold(OfThread& thread, Call call) const;

  std::map<std::uint32_t, OfThread> threads_;
  bool missed_ = false;
  bool untold_frames_ = false;
};

// The innermost stretch is the unwinding of the last function of an exception that leaves managed code.
bool ends_at_edge(const Exceptions::OfThread& thread);
// ExceptionUnwindFunctionLeave that ends the search of an exception that leaves managed code.
bool ends_search(const Exceptions::OfThread& thread, Call call);
// The innermost stretch is a search that was interrupted, by an exception that is over.
bool resumes(const Exceptions::OfThread& thread);
// What a Leave ends where frames may be untold.
Exceptions::Untold untold_by(const Exceptions::OfThread& thread, Call call);
// Which stretch a Leave ends, if the callback is one.
bool leaves(Call call, Exceptions::Stretch& stretch);

}  // namespace gcrucible::rules
