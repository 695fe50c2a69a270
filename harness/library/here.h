// Plays a run in the calling process, for a profiler that is linked into the process.
#pragma once

#include <gcrucible/moment.h>

#include <cstddef>
#include <exception>
#include <functional>
#include <vector>

#include "harness/driver/outcome.h"
#include "harness/library/profiler_access.h"
#include "harness/protocol/case.h"

namespace gcrucible {

// A function and the index of the step before which it is called. Lists are in ascending order. The number of
// steps as index means the end of the program.
struct DueLook {
  std::size_t step = 0;
  const std::function<void(const Moment&)>* call = nullptr;
};

struct PlayedHere {
  driver::Outcome outcome;
  std::exception_ptr thrown;  // by a look or by the function that creates the profiler; it ended the run
};

// Runs on the calling thread and on threads that the program starts. The program's threads have ended when
// play_here returns. Only one call at a time may be active in a process; a second one throws Error. Resources
// that the profiler does not release, such as threads, remain in the process.
PlayedHere play_here(const protocol::Case& value, const Profiler::Impl& profiler,
                     const std::vector<DueLook>& looks);

}  // namespace gcrucible
