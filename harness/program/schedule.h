// Which of several runnable threads continues, as data of a program.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "harness/program/code/structure.h"

namespace gcrucible::program {

// The number of the thread that reports heap N of server GC, where threads of the program take turns, is this
// number plus N. The collecting thread reports heap 0 in its own turns.
inline constexpr std::uint32_t kFirstHeapReporter = 1'000'000;

// At this decision, `thread` continues. Decisions are numbered from 0. A decision is made where a thread
// reaches a switch point, waits or ends, and at least two threads can run.
struct Switch {
  std::uint32_t decision = 0;
  std::uint32_t thread = 0;

  friend bool operator==(const Switch&, const Switch&) = default;
};
GCRUCIBLE_FIELDS(Switch, decision, thread)

struct Schedule {
  // Where threads switch, in addition to places where one must wait.
  enum class Turns : std::uint8_t {
    kBetween,  // before a callback, and after the profiler's work in it
    kWithin,   // inside callbacks too: at Info calls and at locks
    kWhole,    // before a callback only: each callback is one step
  };
  enum class Kind : std::uint8_t {
    kRoundRobin,
    kRandom,  // a random thread at each decision, by `seed`
    // The thread with the highest priority. Priorities are random by `seed` and change `changes` times.
    kPct,
    kSwitches,  // the current thread continues, except at `switches`
    kFree,      // threads run freely: the order depends on the machine
  };
  Kind kind = Kind::kRoundRobin;
  std::uint64_t seed = 0;
  std::uint32_t changes = 0;
  std::uint32_t length = 0;           // the changes come at decisions before this one
  std::vector<Switch> switches = {};  // ascending by decision
  Turns turns = Turns::kBetween;

  friend bool operator==(const Schedule&, const Schedule&) = default;
};
GCRUCIBLE_FIELDS(Schedule, kind, seed, changes, length, switches, turns)

// The names in scenarios and traces, by Schedule::Kind.
inline constexpr std::array<std::string_view, 5> kScheduleWords{"round-robin", "random", "pct", "switches",
                                                                "free"};
// The names by Schedule::Turns. The default has no name.
inline constexpr std::array<std::string_view, 3> kTurnsWords{"", "within", "whole"};

constexpr std::string_view word_of(Schedule::Turns turns) {
  return kTurnsWords[static_cast<std::size_t>(turns)];
}

}  // namespace gcrucible::program
