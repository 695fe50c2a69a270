// A probe that gcrucible cannot find because the library exports it under another name or not at all.
#pragma once

#include <string>

namespace gcrucible::cli {

// What seems to be wrong with the probe of a library that exports no gcrucible_probe, and the remedy. Empty
// if nothing in its file resembles a probe. Reads the symbols of the file.
std::string misnamed_probe_text(const std::string& library);

}  // namespace gcrucible::cli
