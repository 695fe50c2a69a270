// How a host is started, whether for one case or for many.
#pragma once

#include <string>

#include "harness/driver/host_process.h"
#include "harness/driver/outcome.h"
#include "harness/host/case.h"
#include "harness/platform/environment.h"

namespace gcrucible::driver {

std::string host_path_of(const RunOptions& options);

// All of its environment: of the case only which profiler it is told to counts.
platform::Environment environment_of(const host::Case& value, const RunOptions& options);

// Where the host itself found its arguments or files wanting, or could not be loaded, no profiler was there
// yet.
void refuse_early_exit(Outcome& outcome, const std::string& host);

}  // namespace gcrucible::driver
