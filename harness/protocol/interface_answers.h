// Answers of a profiler's QueryInterface to more queries than the runtime makes.
#pragma once

#include <cstdint>
#include <vector>

namespace gcrucible::protocol {

struct InterfaceAnswers {
  // N of each ICorProfilerCallbackN of the runtime that the profiler returns, ascending; 0 is IUnknown.
  std::vector<std::uint64_t> versions;
  bool unknown = false;      // it returns an interface that does not exist
  bool one_identity = true;  // every query for IUnknown returns the same pointer
};

}  // namespace gcrucible::protocol
