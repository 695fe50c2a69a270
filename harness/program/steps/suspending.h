// How a suspension goes, where a scenario says so: tries in vain, what other threads tell, who resumes.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace gcrucible::program {

// What a thread that does not suspend has to do with a suspension.
enum class Stop : std::uint8_t {
  kNever,     // is in native code all the while, and never reports
  kStopped,   // runs managed code: told by the thread that suspends, before it is done
  kReturned,  // comes back from native code behind that, and tells itself
  kLate,      // the same, but so slow that the runtime runs again meanwhile
};

struct ThreadStop {
  std::uint32_t thread = 0;
  Stop how = Stop::kNever;

  friend bool operator==(const ThreadStop&, const ThreadStop&) = default;
};

inline constexpr std::uint32_t kMostAborted = 64;

// What is not said is the runtime's affair: drawn where it takes liberties, otherwise nothing of it.
struct Suspending {
  std::optional<std::uint32_t> aborted;     // so many suspensions that are aborted come first
  std::vector<ThreadStop> threads;          // each once, never the one that suspends
  std::optional<std::uint32_t> resumed_by;  // a thread that is not stopped, or the one that suspends

  bool empty() const { return !aborted && threads.empty() && !resumed_by; }
  friend bool operator==(const Suspending&, const Suspending&) = default;
};

}  // namespace gcrucible::program
