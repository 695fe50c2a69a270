// Which of several threads goes on where more than one could: data of a program.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace gcrucible::program {

// Where threads of the program take turns, who tells of heap N of server GC is this number and N. Heap 0 is
// told by the thread that collects, in whose turns that happens.
inline constexpr std::uint32_t kFirstHeapTeller = 1'000'000;

// At the decision of that number `thread` goes on. Decisions are numbered from 0, and made wherever a thread
// reaches a switch point, waits or ends, and at least two threads could run.
struct Switch {
  std::uint32_t decision = 0;
  std::uint32_t thread = 0;

  friend bool operator==(const Switch&, const Switch&) = default;
};

struct Schedule {
  // Where threads change, beside where one has to wait.
  enum class Turns : std::uint8_t {
    kBetween,  // before a callback and behind what the profiler did in it
    kWithin,   // inside callbacks too: at Info calls and at locks
    kWhole,    // before a callback only: each is one step
  };
  enum class Kind : std::uint8_t {
    kRoundRobin,
    kRandom,    // whoever is drawn at each decision, by `seed`
    kPct,       // who has the highest priority; priorities drawn by `seed`, and `changes` times changed
    kSwitches,  // who runs goes on, but at `switches`
    kFree,      // threads that nobody holds up: what happens is the machine's
  };
  Kind kind = Kind::kRoundRobin;
  std::uint64_t seed = 0;
  std::uint32_t changes = 0;
  std::uint32_t length = 0;           // the changes come at decisions before this one
  std::vector<Switch> switches = {};  // ascending by decision
  Turns turns = Turns::kBetween;

  friend bool operator==(const Schedule&, const Schedule&) = default;
};

// By Schedule::Kind, as scenarios and traces have them.
inline constexpr std::array<std::string_view, 5> kScheduleWords{"round-robin", "random", "pct", "switches",
                                                                "free"};
// By Schedule::Turns, likewise; what goes without saying has none.
inline constexpr std::array<std::string_view, 3> kTurnsWords{"", "within", "whole"};

constexpr std::string_view word_of(Schedule::Turns turns) {
  return kTurnsWords[static_cast<std::size_t>(turns)];
}

}  // namespace gcrucible::program
