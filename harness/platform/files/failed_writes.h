// Turns the signals for failed writes into errors. By default, such a signal ends the process.
#pragma once

namespace gcrucible::platform {

// After the call, two kinds of writes fail with an error: to a pipe without a reader, and beyond the file
// size limit of `ulimit -f`. Programs started later have the system's default behaviour. On Windows there is
// no such signal. Call before other threads start.
void outlive_closed_pipes();
void outlive_file_limit();

}  // namespace gcrucible::platform
