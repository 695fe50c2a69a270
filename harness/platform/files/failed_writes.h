// Writes that the system answers with a signal, which ends a process that expects an error.
#pragma once

namespace gcrucible::platform {

// From then on a write to a pipe that nobody reads any more fails, or one that makes a file larger than
// `ulimit -f` allows. Programs that are started later have the system's own behaviour again. On Windows there
// is no such signal. To be called before other threads are started.
void outlive_closed_pipes();
void outlive_file_limit();

}  // namespace gcrucible::platform
