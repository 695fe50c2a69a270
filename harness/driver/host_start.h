// How a host is started, whether for one case or for many.
#pragma once

#include <string>

#include "harness/driver/host_process.h"
#include "harness/host/case.h"
#include "harness/platform/environment.h"

namespace gcrucible::driver {

std::string host_path_of(const RunOptions& options);

// All of its environment: of the case only which profiler it is told to counts.
platform::Environment environment_of(const host::Case& value, const RunOptions& options);

}  // namespace gcrucible::driver
