// How a host is started, for one case or for many.
#pragma once

#include <string>

#include "harness/driver/host/host_process.h"
#include "harness/driver/outcome.h"
#include "harness/platform/process/environment.h"
#include "harness/protocol/case.h"

namespace gcrucible::driver {

std::string host_path_of(const RunOptions& options);

// The complete environment of the host. Of the case, only the profiler matters.
platform::Environment environment_of(const protocol::Case& value, const RunOptions& options);

// Turns an early exit into a refusal: the host found its arguments or files wrong, or could not be loaded. No
// profiler was loaded yet.
void refuse_early_exit(Outcome& outcome, const std::string& host);

}  // namespace gcrucible::driver
