// `gcrucible run`.
#pragma once

#include "harness/cli/options/run_options.h"

namespace gcrucible::cli {

// All scenarios one after the other, whatever becomes of each; the exit status is the worst one's.
int run_command(RunOptions options);

}  // namespace gcrucible::cli
