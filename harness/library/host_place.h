// Where gcrucible-host is, for programs that are not gcrucible.
#pragma once

#include <string>

namespace gcrucible {

// GCRUCIBLE_HOST, or beside this library as it was built, or in bin/ as it was installed, wherever that is
// now. Throws Error where there is none.
std::string host_place();

}  // namespace gcrucible
