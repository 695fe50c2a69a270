// `gcrucible record --profiler lifetime`: the account of a real .NET program.
#pragma once

#include "harness/cli/commands/record_command.h"
#include "harness/driver/trace/recording.h"
#include "harness/expected.h"

namespace gcrucible::cli {

// Whether the options fit a run under the object tracker, and its library is there.
Expected<void> check_account(const RecordArguments& arguments);

// Runs the program under the object tracker. Prints its tables, for each process that leaves some, to the
// error output, because the standard output belongs to the program. `options` has the command and the
// environment. Returns what record_command() returns.
int record_account(const RecordArguments& arguments, driver::RecordOptions options);

}  // namespace gcrucible::cli
