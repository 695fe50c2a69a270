// What the words of `gcrucible test` say, before anything is played.
#pragma once

#include <string>

#include "harness/campaign/campaign.h"
#include "harness/cli/commands/test_command.h"

namespace gcrucible::cli {

// What is wrong with the arguments, taken by themselves and together, and what to do; empty if nothing is.
std::string check_test(const TestArguments& arguments);

// What they say of the cases that are drawn, put into the plan: features, bounds, runtime, part. What is
// wrong, as above.
std::string read_drawing(const TestArguments& arguments, campaign::Plan& plan);

// Those that change what is drawn or judged, as one would write them.
std::string changed_options(const TestArguments& arguments);

}  // namespace gcrucible::cli
