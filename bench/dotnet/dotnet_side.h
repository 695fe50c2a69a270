// The real side: fixtures/workloads/Graph.cs under a real .NET.
#pragma once

#include <memory>
#include <string>

#include "bench/side.h"
#include "harness/expected.h"

namespace gcrucible::bench {

// Workstation GC without background collections; everything else is .NET's default. The caller's own DOTNET_,
// COMPlus_, CORECLR_ and GCRUCIBLE_ variables are removed from the environment.
class DotnetSide final : public Side {
 public:
  // `dotnet` and `workload` (Workload.dll) are absolute paths.
  DotnetSide(std::string dotnet, std::string workload);

  // Measures the last collection of the process, which the program forces when the graph is complete.
  Expected<Sample> measure(std::uint64_t nodes) override;

 private:
  std::string dotnet_;
  std::string workload_;
};

}  // namespace gcrucible::bench
