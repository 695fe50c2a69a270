// Stack size limit of the process.
#pragma once

#include "harness/expected.h"

namespace gcrucible::platform {

// An error with a remedy if the first thread's stack limit (`ulimit -s`) is too small for this program.
// Without this check, a full stack ends the process by a signal without a message.
Expected<void> check_stack();

}  // namespace gcrucible::platform
