// The samples of one size, and what is computed from them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "bench/sample.h"

namespace gcrucible::bench {

// Graph.cs: header, method table, three fields.
inline constexpr std::uint64_t kNodeBytes = 40;

// Taken one directly after the other, so that what else the machine does hits both.
struct Pair {
  Sample simulated;
  std::optional<Sample> real;
};

struct Measurement {
  std::uint64_t nodes = 0;
  std::vector<Pair> pairs;  // not empty; all with the real side, or none

  bool compared() const { return pairs.front().real.has_value(); }
  // Medians over the pairs, nanoseconds for each of the graph's nodes, dead ones included.
  double simulated_time() const;
  double real_time() const;
  // Median of the pairs' own ratios, simulated to real.
  double ratio() const;
  // Peak resident size less the nodes' own bytes, for each node; the largest of all pairs.
  double simulated_memory() const;
  double real_memory() const;
};

// Of an odd number of values the middle one, else the mean of the two in the middle.
double median(std::vector<double> values);

}  // namespace gcrucible::bench
