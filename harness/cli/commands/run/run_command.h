// `gcrucible run`.
#pragma once

#include "harness/cli/options/run_options.h"

namespace gcrucible::cli {

// Plays all scenarios one after the other, whatever their results. Returns the worst exit status.
int run_command(RunOptions options);

}  // namespace gcrucible::cli
