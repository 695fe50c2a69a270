// What a profiler's QueryInterface answers, asked beyond what the runtime asks.
#pragma once

#include <cstdint>
#include <vector>

namespace gcrucible::host {

struct InterfaceAnswers {
  // N of each ICorProfilerCallbackN of the runtime's that it hands out, ascending; 0 is IUnknown.
  std::vector<std::uint64_t> versions;
  bool unknown = false;      // it hands out one that nobody has
  bool one_identity = true;  // IUnknown is the same pointer whichever interface is asked for it
};

}  // namespace gcrucible::host
