// The course of a suspension that a scenario states: aborted attempts, stops of other threads, the resuming
// thread.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "harness/program/code/structure.h"

namespace gcrucible::program {

// The part that a non-suspending thread has in a suspension.
enum class Stop : std::uint8_t {
  kNever,     // stays in native code, and is never reported
  kStopped,   // runs managed code: the suspending thread reports it before it is done
  kReturned,  // returns from native code later, and reports itself
  kLate,      // the same, but the runtime resumes before it reports
};

struct ThreadStop {
  std::uint32_t thread = 0;
  Stop how = Stop::kNever;

  friend bool operator==(const ThreadStop&, const ThreadStop&) = default;
};
GCRUCIBLE_FIELDS(ThreadStop, thread, how)

inline constexpr std::uint32_t kMostAborted = 64;

// Missing values are the runtime's choice: random if it takes liberties, otherwise none.
struct Suspending {
  std::optional<std::uint32_t> aborted;     // this many aborted suspensions come first
  std::vector<ThreadStop> threads;          // each thread once, never the suspending one
  std::optional<std::uint32_t> resumed_by;  // a thread that is not stopped, or the suspending one

  bool empty() const { return !aborted && threads.empty() && !resumed_by; }
  friend bool operator==(const Suspending&, const Suspending&) = default;
};
GCRUCIBLE_FIELDS(Suspending, aborted, threads, resumed_by)

}  // namespace gcrucible::program
