// One side of the comparison. It builds the graph, collects once and is counted.
#pragma once

#include <cstdint>

#include "bench/sample.h"
#include "harness/expected.h"

namespace gcrucible::bench {

class Side {
 public:
  Side() = default;
  Side(const Side&) = delete;
  Side& operator=(const Side&) = delete;
  virtual ~Side() = default;

  // Runs in its own process, which ends afterwards. Blocks. The error states what to do.
  virtual Expected<Sample> measure(std::uint64_t nodes) = 0;
};

}  // namespace gcrucible::bench
