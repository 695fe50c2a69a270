// Checks the arguments of `gcrucible test` before anything is played.
#pragma once

#include <string>

#include "harness/campaign/campaign.h"
#include "harness/cli/commands/test_command.h"

namespace gcrucible::cli {

// Problems of single arguments and of combinations, with a remedy; empty if there are none.
std::string check_test(const TestArguments& arguments);

// Puts the arguments about generated cases into the plan: features, bounds, runtime, part. Returns an error
// message; empty on success.
std::string read_drawing(const TestArguments& arguments, campaign::Plan& plan);

// The options that change what is generated or judged, as typed on a command line.
std::string changed_options(const TestArguments& arguments);

}  // namespace gcrucible::cli
