// What the host does when the simulator gets no more memory: it says so, and it says it of itself.
#pragma once

#include <new>
#include <optional>
#include <stdexcept>
#include <string>

namespace gcrucible::host {

inline constexpr const char* kOutOfMemory =
    "the simulated heap needs more memory than there is; make fewer or smaller objects up to here";

// Around work of the simulator's that profilers' exceptions cannot come out of.
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
