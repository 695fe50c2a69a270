// Why a library stays in the process although everybody has closed it.
#pragma once

#include <string>

namespace gcrucible::platform {

// A clause. `handle` is open.
std::string why_kept(void* handle);

}  // namespace gcrucible::platform
