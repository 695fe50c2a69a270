// The other side: fixtures/workloads/Graph.cs under a real .NET.
#pragma once

#include <memory>
#include <string>

#include "bench/side.h"

namespace gcrucible::bench {

// Workstation GC without background collections, everything else as .NET has it by default; the caller's own
// DOTNET_, COMPlus_, CORECLR_ and GCRUCIBLE_ variables are kept away from it.
class DotnetSide final : public Side {
 public:
  // `dotnet` and `workload` (Workload.dll) are absolute paths.
  DotnetSide(std::string dotnet, std::string workload);

  // The last collection of the process: the one that the program forces when the graph stands.
  Measured measure(std::uint64_t nodes) override;

 private:
  std::string dotnet_;
  std::string workload_;
};

}  // namespace gcrucible::bench
