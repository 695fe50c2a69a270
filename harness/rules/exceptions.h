// How far each thread is with its exceptions, by what the exception callbacks say.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "harness/rules/callback.h"
#include "harness/rules/collection.h"

namespace gcrucible::rules {

class Exceptions {
 public:
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
    std::uint64_t line = 0;         // of ExceptionThrown
    // Where it is after the collection with the number `followed`, the last one that it was followed through.
    std::uint64_t at = 0;
    std::uint32_t followed = 0;
    bool found = false;
    std::uint64_t catching_function = 0;  // of ExceptionSearchCatcherFound
    // Its search ended with ExceptionUnwindFunctionLeave: it leaves managed code (.NET 9 and later,
    // docs/deviations.md).
    bool leaves_code = false;
    std::vector<std::uint64_t> searched = {};  // functions, in this order
    std::size_t unwound = 0;                   // so many of them
  };
  struct Open {
    Stretch stretch = Stretch::kSearchFunction;
    std::uint64_t function = 0;
    std::uint64_t line = 0;
    Exception before = {};     // the one that a filter or a finally block belongs to, or that is caught
    std::uint64_t object = 0;  // of a catcher the exception's id by now
    bool leaves_code =
        false;  // of a function unwound, its exception: it may be the last, which is not told as left
    bool thrown_in = false;  // an exception was, and may have left it
  };
  struct OfThread {
    std::vector<Open> open;  // the innermost last
    Exception exception;     // the innermost
  };

  // `collections` is how many have started so far.
  void take(const Callback& callback, std::uint32_t collections);
  // A collection is over, the `collections`th that has started, and tells where it took each object.
  void follow(const Collection& collection, std::uint32_t collections);
  // Those that nobody has caught yet, by where they are after the `collections`th collection.
  std::vector<ExceptionObject> under_way(std::uint32_t collections) const;
  // Null for a thread without exceptions.
  const OfThread* of(std::uint32_t thread) const;
  // From here on some are not told.
  void forget() {
    threads_.clear();
    missed_ = true;
  }
  // What is told may begin in the middle of one.
  bool missed() const { return missed_; }

 private:
  std::map<std::uint32_t, OfThread> threads_;
  bool missed_ = false;
};

// Caught, or gone behind the last function that was searched: nobody says what native code does with it there.
bool is_over(const Exceptions::Exception& exception);
// The innermost stretch is the unwinding of the last function of an exception that leaves managed code.
bool ends_at_edge(const Exceptions::OfThread& thread);
// ExceptionUnwindFunctionLeave that ends the search of an exception that leaves managed code.
bool ends_search(const Exceptions::OfThread& thread, Call call);
// Which stretch a Leave ends, if the callback is one.
bool leaves(Call call, Exceptions::Stretch& stretch);

}  // namespace gcrucible::rules
