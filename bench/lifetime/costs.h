// What collections cost the profiler `lifetime`, as it measures itself.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/expected.h"

namespace gcrucible::bench {

struct CollectionCost {
  std::uint64_t nanoseconds = 0;     // in the profiler's callbacks
  std::uint64_t objects_before = 0;  // in its table
  std::uint64_t objects_after = 0;   // alive
  std::uint64_t bytes = 0;           // of its table and the collection's ranges, at most

  // For each object that is alive afterwards.
  double microseconds_an_object() const {
    return static_cast<double>(nanoseconds) / 1e3 / static_cast<double>(objects_after);
  }
  // For each object that the profiler knows when all ranges are there.
  double bytes_an_object() const { return static_cast<double>(bytes) / static_cast<double>(objects_before); }
};

// Reads the report of the profiler under GCRUCIBLE_LIFETIME_METER.
Expected<std::vector<CollectionCost>> read_costs(std::string_view report);

// Plays the scenario with as many objects. Its counts are for a million.
Expected<std::vector<CollectionCost>> simulated_costs(const std::string& scenario, std::uint64_t objects);
// Runs fixtures/workloads/Residents.cs. `dotnet` and `workload` (Workload.dll) are absolute paths.
Expected<std::vector<CollectionCost>> dotnet_costs(const std::string& dotnet, const std::string& workload,
                                                   std::uint64_t objects);

}  // namespace gcrucible::bench
