// Demangled names of symbols.
#pragma once

#include <string>

namespace gcrucible::platform {

// Returns the symbol itself if it is not a mangled C++ name. Allocates memory: not for signal handlers.
std::string demangled(const std::string& symbol);

}  // namespace gcrucible::platform
