// A run in the calling process, for a profiler that is linked into it.
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

// Whom to call before which step of the program, ascending; their number stands for its end.
struct DueLook {
  std::size_t step = 0;
  const std::function<void(const Moment&)>* call = nullptr;
};

struct PlayedHere {
  driver::Outcome outcome;
  std::exception_ptr thrown;  // by a look or by what makes the profiler, which ended the run
};

// On the calling thread, and on those that the program starts, which have ended when it returns. One at a
// time in a process: throws Error for a second one. What the profiler leaves behind, threads above all,
// stays.
PlayedHere play_here(const protocol::Case& value, const Profiler::Impl& profiler,
                     const std::vector<DueLook>& looks);

}  // namespace gcrucible
