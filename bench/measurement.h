// The samples of one size and the numbers computed from them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "bench/sample.h"

namespace gcrucible::bench {

// A node of Graph.cs: header, method table, three fields.
inline constexpr std::uint64_t kNodeBytes = 40;

// Measured directly after each other, so that other load on the machine affects both.
struct Pair {
  Sample simulated;
  std::optional<Sample> real;
};

struct Measurement {
  std::uint64_t nodes = 0;
  std::vector<Pair> pairs;  // not empty; all with the real side, or none

  bool compared() const { return pairs.front().real.has_value(); }
  // Medians over the pairs, in nanoseconds for each node of the graph, dead nodes included.
  double simulated_time() const;
  double real_time() const;
  // Median of the ratios of the pairs, simulated to real.
  double ratio() const;
  // Peak resident size minus the nodes' own bytes, for each node. The largest of all pairs.
  double simulated_memory() const;
  double real_memory() const;
};

// The middle value of an odd number of values; otherwise the mean of the two middle values.
double median(std::vector<double> values);

}  // namespace gcrucible::bench
