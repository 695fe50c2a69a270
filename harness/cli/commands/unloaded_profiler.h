// Why a real .NET program ran without the profiler that `gcrucible record` set.
#pragma once

#include <string>

#include "harness/driver/trace/recording.h"

namespace gcrucible::cli {

// For a program that left neither a trace nor a report, with what to do. The last sentence has no full stop.
std::string why_no_profiler(const driver::RecordOptions& options);

}  // namespace gcrucible::cli
