// The limits for the measured numbers.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "bench/exit_status.h"
#include "bench/measurement.h"

namespace gcrucible::bench {

// Limits apply from this size on. Below it, the fixed costs of a process dominate the measurement.
inline constexpr std::uint64_t kSmallestJudged = 1'000'000;
// At most half of the real CLR's time.
inline constexpr double kMostRatio = 0.5;
// Limit for the growth of the time per object between these sizes, relative to the real CLR's growth.
inline constexpr std::uint64_t kGrowthFrom = 100'000;
inline constexpr std::uint64_t kGrowthTo = 10'000'000;
inline constexpr double kMostGrowth = 1.1;
// Bytes for each object in addition to the objects' own memory.
inline constexpr double kMostMemory = 48;

struct Ruling {
  enum class Kind : std::uint8_t { kMet, kMissed, kNotJudged };
  Kind kind = Kind::kMet;
  std::string text;
};

// kLimitMissed if a limit is missed, else 0.
int status_of(std::span<const Ruling> rulings);

// One ruling for each limit and size, in the order of the sizes; growth is last. Without the real side its
// limits are not judged.
std::vector<Ruling> judge(std::span<const Measurement> measurements);

}  // namespace gcrucible::bench
