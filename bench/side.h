// One side of the comparison. It builds the graph, collects once and is counted.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "bench/sample.h"

namespace gcrucible::bench {

struct Measured {
  std::optional<Sample> sample;
  std::string error;  // states what to do
};

class Side {
 public:
  Side() = default;
  Side(const Side&) = delete;
  Side& operator=(const Side&) = delete;
  virtual ~Side() = default;

  // Runs in its own process, which ends afterwards. Blocks.
  virtual Measured measure(std::uint64_t nodes) = 0;
};

}  // namespace gcrucible::bench
