// How a profiler chooses the objects from which it estimates totals, and how far correct estimates may be
// off.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace gcrucible::rules {

// As enum gcrucible_measure.
enum class Measure : std::uint8_t { kObjects, kBytes };
inline constexpr std::size_t kMeasures = 2;

// Number of values of enum gcrucible_estimate.
inline constexpr std::uint8_t kEstimateKinds = 5;

struct Sampling {
  // As enum gcrucible_sampling.
  enum class Method : std::uint8_t { kBytes, kObjects };
  Method method = Method::kBytes;
  std::uint64_t interval = 0;
  std::uint32_t confidence = 0;  // of bounds, in thousandths; 0: there are none

  bool is_same_choice(const Sampling& other) const {
    return method == other.method && interval == other.interval;
  }
};

// Of an unbiased estimate: its variance, and the most that one object can add to its error. By measure.
struct Spread {
  std::array<double, kMeasures> variance{};
  std::array<double, kMeasures> step{};

  // Adds an independent estimate that counts so many times.
  void add(const Spread& other, double times = 1);
};

// Of the estimate of one object, which counts with the inverse of its chance to be a sample.
Spread spread_of(const Sampling& sampling, std::uint64_t size);

}  // namespace gcrucible::rules
