// Stack size limit of the process.
#pragma once

#include <string>

namespace gcrucible::platform {

// Returns an error with a remedy if the first thread's stack limit (`ulimit -s`) is too small for this
// program. Otherwise a full stack ends the process by a signal without a message. Empty if the limit is large
// enough.
std::string too_little_stack();

}  // namespace gcrucible::platform
