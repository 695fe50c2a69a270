// Finds gcrucible-host, for programs other than gcrucible.
#pragma once

#include <string>

namespace gcrucible {

// Tries GCRUCIBLE_HOST, then the folder of this library (build tree), then bin/ relative to the library
// (installed). Throws Error if there is none.
std::string host_place();

}  // namespace gcrucible
