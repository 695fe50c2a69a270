// Checks the arguments of `gcrucible test` before anything is played.
#pragma once

#include <string>

#include "harness/campaign/campaign.h"
#include "harness/cli/commands/test_command.h"
#include "harness/expected.h"

namespace gcrucible::cli {

// Checks single arguments and combinations. The error has a remedy.
Expected<void> check_test(const TestArguments& arguments);

// Puts the arguments about generated cases into the plan: features, bounds, runtime, part.
Expected<void> read_drawing(const TestArguments& arguments, campaign::Plan& plan);

// The options that change what is generated or judged, as typed on a command line.
std::string changed_options(const TestArguments& arguments);

}  // namespace gcrucible::cli
