// Handling of failed allocations in the simulator: the host reports them as its own failure.
#pragma once

#include <new>
#include <stdexcept>

#include "harness/expected.h"

namespace gcrucible::host {

inline constexpr const char* kOutOfMemory =
    "the simulated heap needs more memory than there is; make fewer or smaller objects up to here";

// For work of the simulator that no exception of a profiler can leave.
template <typename Work>
Expected<void> unless_out_of_memory(Work&& work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return failure(kOutOfMemory);
  } catch (const std::length_error&) {
    return failure(kOutOfMemory);
  }
}

}  // namespace gcrucible::host
