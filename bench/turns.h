// One side's turn when campaigns are compared with a real CLR.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "bench/rate.h"
#include "harness/campaign/generate/type_pool.h"
#include "harness/expected.h"

namespace gcrucible::bench {

struct TurnOptions {
  std::chrono::milliseconds length{2000};  // no case starts later
  std::uint32_t jobs = 1;                  // at the same time
  std::uint64_t seed = 1;
};

// `dotnet workload compact`, one process after another: fifty objects, every third dead, one forced
// compacting collection. The recorder receives the same callbacks as under `gcrucible record`. Environment
// variables that would change a runtime or the recorder are removed.
Expected<Rate> dotnet_turn(const std::string& dotnet, const std::string& workload,
                           const TurnOptions& options);

// A campaign like `gcrucible test --objects 50 --collections 2`, with every rule and the second traversal. It
// uses the same recorder with the same mask. Any finding is an error.
Expected<Rate> campaign_turn(const campaign::TypePool& pool, bool in_process, const TurnOptions& options);

// Copies of the waiting host. Each copy ends before it has loaded or simulated anything. This is the minimum
// cost of isolated cases.
Expected<Rate> copies_turn(const TurnOptions& options);

}  // namespace gcrucible::bench
