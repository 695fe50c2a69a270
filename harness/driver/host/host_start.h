// How a host is started, whether for one case or for many.
#pragma once

#include <string>

#include "harness/driver/host/host_process.h"
#include "harness/driver/outcome.h"
#include "harness/platform/process/environment.h"
#include "harness/protocol/case.h"

namespace gcrucible::driver {

std::string host_path_of(const RunOptions& options);

// All of its environment: of the case only which profiler it is told to counts.
platform::Environment environment_of(const protocol::Case& value, const RunOptions& options);

// Where the host itself found its arguments or files wanting, or could not be loaded, no profiler was there
// yet.
void refuse_early_exit(Outcome& outcome, const std::string& host);

}  // namespace gcrucible::driver
