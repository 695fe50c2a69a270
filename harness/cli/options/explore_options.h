// The command line of `gcrucible explore`.
#pragma once

#include <CLI/CLI.hpp>

#include "harness/cli/commands/explore_command.h"

namespace gcrucible::cli {

void add_explore_options(CLI::App& explore, ExploreArguments& arguments);

}  // namespace gcrucible::cli
