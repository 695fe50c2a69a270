// Numbers of cases that a machine completes, and the limits of a campaign relative to a real CLR.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "bench/limits.h"

namespace gcrucible::bench {

// The work of one side in its turn.
struct Rate {
  std::uint64_t cases = 0;
  double seconds = 0;
  // Of this process and its children. Other load on the machine affects it less than the elapsed time.
  double processor_seconds = 0;

  double a_second() const { return seconds > 0 ? static_cast<double>(cases) / seconds : 0; }
  double milliseconds_a_case() const {
    return cases > 0 ? processor_seconds * 1e3 / static_cast<double>(cases) : 0;
  }
};

// One turn of each side, directly after one another.
struct Round {
  Rate real;        // .NET processes
  Rate isolated;    // a newly loaded profiler in its own process for each case
  Rate in_process;  // many cases in one process
  Rate copies;      // processes that end without doing anything
};

// Limits from the founding issue: cases a second, as a multiple of a real CLR's.
inline constexpr double kLeastIsolated = 100;
inline constexpr double kLeastInProcess = 1000;

// Medians of the ratios of the rounds. `rounds` is not empty.
struct Advantage {
  double isolated = 0;
  double in_process = 0;
  double copies = 0;  // the upper bound of `isolated`
};
Advantage advantage_of(std::span<const Round> rounds);
// The same, based on the processor time of a case.
Advantage processor_advantage_of(std::span<const Round> rounds);

// One ruling for each limit. Without the real side nothing is judged.
std::vector<Ruling> judge(std::span<const Round> rounds, bool compared);

}  // namespace gcrucible::bench
