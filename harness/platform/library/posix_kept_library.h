// The reason why a library stays in the process after every handle is closed.
#pragma once

#include <string>

namespace gcrucible::platform {

// Returns a clause. `handle` must be open.
std::string why_kept(void* handle);

}  // namespace gcrucible::platform
