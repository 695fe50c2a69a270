// Our side: the scenario bench/graph.yaml under gcrucible-host.
#pragma once

#include <memory>
#include <string>

#include "bench/side.h"
#include "harness/protocol/case.h"

namespace gcrucible::bench {

// The way is that of `gcrucible run`: scenario, driver, host, the recorder as the profiler; without the
// harness's own trace and without the second traversal.
class SimulatedSide final : public Side {
 public:
  struct Made;
  // Finds host and recorder beside this program.
  static Made make(const std::string& scenario_path);

  Measured measure(std::uint64_t nodes) override;

 private:
  SimulatedSide() = default;

  protocol::Case case_;
};

struct SimulatedSide::Made {
  std::unique_ptr<SimulatedSide> side;
  std::string error;
};

}  // namespace gcrucible::bench
