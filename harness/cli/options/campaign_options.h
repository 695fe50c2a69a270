// Options of `gcrucible test` and `gcrucible merge`.
#pragma once

#include <CLI/CLI.hpp>

#include "harness/cli/commands/merge_command.h"
#include "harness/cli/commands/test_command.h"

namespace gcrucible::cli {

void add_test_options(CLI::App& test, TestArguments& arguments);
void add_merge_options(CLI::App& merge, MergeArguments& arguments);

}  // namespace gcrucible::cli
