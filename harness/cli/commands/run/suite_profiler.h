// The profiler of a run of several scenarios, tried once before the first one.
#pragma once

#include <vector>

#include "harness/cli/options/run_options.h"
#include "harness/expected.h"
#include "harness/verdict/input_files.h"

namespace gcrucible::cli {

// Fails if no scenario can be played with the profiler that the command line or the environment names. Its
// library cannot be loaded then, or refuses the CLSID. Loads the library in a process of its own, and creates
// no profiler. If the library dies or hangs there, the scenarios report it. Succeeds if every scenario names
// a profiler of its own.
Expected<void> check_suite_profiler(const RunOptions& options, const std::vector<verdict::InputFile>& files);

}  // namespace gcrucible::cli
