// Handling of failed allocations in the simulator: the host reports them as its own failure.
#pragma once

#include <new>
#include <optional>
#include <stdexcept>
#include <string>

namespace gcrucible::host {

inline constexpr const char* kOutOfMemory =
    "the simulated heap needs more memory than there is; make fewer or smaller objects up to here";

// For work of the simulator that no exception of a profiler can leave.
template <typename Work>
std::optional<std::string> unless_out_of_memory(Work&& work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return kOutOfMemory;
  } catch (const std::length_error&) {
    return kOutOfMemory;
  }
}

}  // namespace gcrucible::host
