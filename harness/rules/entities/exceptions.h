// The exception state of each thread, from the exception callbacks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "harness/rules/decode/callback.h"

namespace gcrucible::rules {

struct Collection;

class Exceptions {
 public:
  // Limits for the functions of one search and for the open stretches. Beyond the limit for stretches, the
  // inner half is kept.
  static constexpr std::size_t kMost = 65536;
  static constexpr std::size_t kMostHidden = 64;
  static constexpr std::size_t kNoBlock = static_cast<std::size_t>(-1);

  // A section between two callbacks that begin and end it.
  enum class Stretch : std::uint8_t {
    kSearchFunction,
    kSearchFilter,
    kUnwindFunction,
    kUnwindFinally,
    kCatcher
  };
  enum class Phase : std::uint8_t { kNone, kThrown, kSearched, kFound, kUnwinding };

  struct Exception {
    Phase phase = Phase::kNone;   // kNone once its catcher is entered
    bool thrown = false;          // ExceptionThrown was reported
    std::uint64_t thrown_as = 0;  // the id that ExceptionThrown passed
    std::uint32_t thrown_in = 0;  // collections started before it was thrown
    // The object's address once that many collections have started; 0 if unknown.
    std::uint64_t object = 0;
    std::uint32_t collections = 0;
    bool found = false;
    std::uint64_t catching_function = 0;  // from ExceptionSearchCatcherFound
    // Its search ended with ExceptionUnwindFunctionLeave, so it leaves managed code (.NET 9 and later,
    // docs/deviations.md).
    bool leaves_code = false;
    std::vector<std::uint64_t> searched = {};  // the first kMost functions, in search order
    std::size_t unwound = 0;                   // number of functions unwound
  };
  struct Open {
    Stretch stretch = Stretch::kSearchFunction;
    std::uint64_t function = 0;
    std::uint64_t line = 0;
    Exception before = {};     // the exception of the filter or finally block, or the caught one
    std::uint64_t object = 0;  // of a catcher: the exception's current id
    // For an unwound function: its exception leaves managed code. The function may be the last one, for
    // which no Leave is raised.
    bool leaves_code = false;
    // For a search: another exception was thrown in it. The search's own code may have thrown it (.NET 10
    // calls the handlers of AppDomain.FirstChanceException there). The search then continues when that
    // exception is over. Or the search ended without a callback, because a catch block's exception left
    // managed code. `before` is the exception that the search was for.
    bool interrupted = false;
    bool thrown = false;  // ExceptionThrown of its exception was reported
  };
  struct Hidden {
    Exception exception;
    std::size_t depth = 0;  // number of open stretches
  };
  struct OfThread {
    std::vector<Open> open;  // the innermost last
    Exception exception;     // the innermost one
    // A filter, finally block or catch block without callbacks may throw other exceptions. These are the
    // exceptions that such a block may belong to, the innermost last.
    std::vector<Hidden> hidden;
    // An exception has left a finally block, or was caught in the function of one. No callback shows
    // whether the block continues. Until no stretch is open, the list of open stretches may be wrong.
    bool uncertain = false;
    // This number of outermost sections is open in any case. The Leave of one of them ends the uncertainty.
    std::size_t certain = 0;
    // Place of the block, if it was kept as open. Its own Leave ends the uncertainty too if no other can
    // come.
    std::size_t block = kNoBlock;
    // The block and its function if the block was not kept as open, and their place. They are open after all
    // if the Leave of a finally block comes there.
    std::vector<Open> left;
    std::size_t left_at = 0;
    // Until that Leave: which blocks are open is unknown, however many callbacks follow. Two such blocks, or
    // one that a later exception leaves too, have the same callbacks as blocks that are over.
    bool may_go_on = false;
  };
  // The owner of the block that a Leave without an Enter may end.
  enum class Unreported : std::uint8_t { kNobodys, kInnermost, kHidden };

  // `collections` is the number of collections started so far.
  void take(const Callback& callback, std::uint32_t collections);
  // Null for a thread without exceptions.
  const OfThread* of(std::uint32_t thread) const;
  // .NET raises no callbacks for functions of dynamic methods, nor for the Enter of their filters, finally
  // blocks and catch blocks. Each Leave of these blocks is raised. Simulated runtimes have no such
  // functions.
  void expect_unreported_frames() { unreported_frames_ = true; }
  bool expects_unreported_frames() const { return unreported_frames_; }
  // Some exception callbacks are not reported from here on.
  void forget() {
    threads_.clear();
    missed_ = true;
  }
  // Collections may have run that are not reported. The objects of the exceptions under way may have other
  // ids.
  void forget_objects();
  // The closed collection is the last one of `collections`. Its reports show where the objects went.
  void follow(const Collection& collection, std::uint32_t collections);
  // Some exceptions were not reported from their beginning.
  bool missed() const { return missed_; }

 private:
  template <typename Visit>
  void each_exception(Visit visit);
  // Returns whether the callback was the Leave of an unreported frame's block.
  bool take_unreported(OfThread& thread, Call call) const;

  std::map<std::uint32_t, OfThread> threads_;
  bool missed_ = false;
  bool unreported_frames_ = false;
};

// The innermost stretch unwinds the last function of an exception that leaves managed code.
bool ends_at_edge(const Exceptions::OfThread& thread);
// The callback is the ExceptionUnwindFunctionLeave that ends the search of an exception leaving managed
// code.
bool ends_search(const Exceptions::OfThread& thread, Call call);
// The innermost stretch is a search interrupted by an exception that is over.
bool resumes(const Exceptions::OfThread& thread);
// The Leave ends a finally block that an exception seemed to have left. The block has called its own function
// again, and the exception was unwound through that call.
bool ends_left_block(const Exceptions::OfThread& thread, Call call);
// The owner of the block that a Leave ends, if frames may be unreported.
Exceptions::Unreported unreported_by(const Exceptions::OfThread& thread, Call call);
// Sets `stretch` to the stretch that the callback ends. False if the callback ends none.
bool leaves(Call call, Exceptions::Stretch& stretch);

}  // namespace gcrucible::rules
