// The simulated side: the scenario bench/graph.yaml under gcrucible-host.
#pragma once

#include <memory>
#include <string>

#include "bench/side.h"
#include "harness/driver/outcome.h"
#include "harness/expected.h"
#include "harness/protocol/case.h"

namespace gcrucible::bench {

// Fails with what the host and the profiler printed, unless the run came to its end.
Expected<void> check_finished(const driver::Outcome& outcome);

// Runs as `gcrucible run` does: scenario, driver, host, with the recorder as the profiler. The harness's own
// trace and the second traversal are off.
class SimulatedSide final : public Side {
 public:
  // Finds host and recorder in the folder of this program.
  static Expected<std::unique_ptr<SimulatedSide>> make(const std::string& scenario_path);

  Expected<Sample> measure(std::uint64_t nodes) override;

 private:
  SimulatedSide() = default;

  protocol::Case case_;
};

}  // namespace gcrucible::bench
