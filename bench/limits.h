// What the numbers are held against.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "bench/exit_status.h"
#include "bench/measurement.h"

namespace gcrucible::bench {

// From this size on a size is held to the limits; below, the fixed costs of a process drown what is measured.
inline constexpr std::uint64_t kSmallestJudged = 1'000'000;
// At most half of the real CLR's time.
inline constexpr double kMostRatio = 0.5;
// Growth of the time an object takes, between these sizes, against the real CLR's growth.
inline constexpr std::uint64_t kGrowthFrom = 100'000;
inline constexpr std::uint64_t kGrowthTo = 10'000'000;
inline constexpr double kMostGrowth = 1.1;
// Bytes for each object beside the objects' own memory.
inline constexpr double kMostMemory = 48;

struct Ruling {
  enum class Kind : std::uint8_t { kMet, kMissed, kNotJudged };
  Kind kind = Kind::kMet;
  std::string text;
};

// kLimitMissed if one is, else 0.
int status_of(std::span<const Ruling> rulings);

// One a limit and size, in the order of the sizes, growth last. Without the real side its limits are not
// judged.
std::vector<Ruling> judge(std::span<const Measurement> measurements);

}  // namespace gcrucible::bench
