// How many of something a machine gets through, and what a campaign owes a real CLR.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "bench/limits.h"

namespace gcrucible::bench {

// What one side has done in its turn.
struct Rate {
  std::uint64_t cases = 0;
  double seconds = 0;
  // Of this process and its children. It moves less than the time does with whatever else the machine is
  // doing.
  double processor_seconds = 0;

  double a_second() const { return seconds > 0 ? static_cast<double>(cases) / seconds : 0; }
  double milliseconds_a_case() const {
    return cases > 0 ? processor_seconds * 1e3 / static_cast<double>(cases) : 0;
  }
};

// One turn of each, directly after one another.
struct Round {
  Rate real;        // .NET processes
  Rate isolated;    // a profiler that was never loaded before, in a process of its own
  Rate in_process;  // many cases a process
  Rate copies;      // processes that end without having done anything
};

// Of the founding issue: how many times as many cases a second as a real CLR.
inline constexpr double kLeastIsolated = 100;
inline constexpr double kLeastInProcess = 1000;

// Medians of the rounds' own ratios. `rounds` is not empty.
struct Advantage {
  double isolated = 0;
  double in_process = 0;
  double copies = 0;  // the most that `isolated` could be
};
Advantage advantage_of(std::span<const Round> rounds);
// Of the same kind, by the processor time that a case takes.
Advantage processor_advantage_of(std::span<const Round> rounds);

// One of each limit. Without the real side nothing is judged.
std::vector<Ruling> judge(std::span<const Round> rounds, bool compared);

}  // namespace gcrucible::bench
