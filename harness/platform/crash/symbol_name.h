// Names of symbols as the source has them.
#pragma once

#include <string>

namespace gcrucible::platform {

// The symbol itself where it is no mangled name of C++. Takes memory: not for signal handlers.
std::string demangled(const std::string& symbol);

}  // namespace gcrucible::platform
