// One side's turn in the comparison of campaigns with a real CLR.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "bench/rate.h"
#include "harness/campaign/generate/type_pool.h"

namespace gcrucible::bench {

struct Turn {
  Rate rate;
  std::string error;  // says what to do
};

struct TurnOptions {
  std::chrono::milliseconds length{2000};  // nothing begins later
  std::uint32_t jobs = 1;                  // at a time
  std::uint64_t seed = 1;
};

// `dotnet workload compact`, one process after the other: fifty objects, every third dead, one forced
// compacting collection, told to the recorder as `gcrucible record` has it told. All environment that would
// change a runtime or the recorder is kept away.
Turn dotnet_turn(const std::string& dotnet, const std::string& workload, const TurnOptions& options);

// A campaign as `gcrucible test --objects 50 --collections 2` makes it, with every rule and the second
// traversal, of the same recorder with the same mask. Anything that is found is an error.
Turn campaign_turn(const campaign::TypePool& pool, bool in_process, const TurnOptions& options);

// Copies of the host that waits, each of which ends before it has loaded or simulated anything: what isolated
// cases cost at the least, whatever is done in them.
Turn copies_turn(const TurnOptions& options);

}  // namespace gcrucible::bench
