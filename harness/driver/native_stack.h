// The native stack of a process that died, as people read it.
#pragma once

#include <string>

namespace gcrucible::driver {

// `stack` as the crash handler wrote it, a line a frame: "library+0x12 (symbol+0x3)"; of several threads each
// behind a line with its name. Names of C++ symbols come out as the source has them, a recursion stands there
// once, and frames of the host without a name are counted where they are not on top, as are threads that are
// nowhere but in the host, beside others; a handler of signals must not take the memory that this needs, so
// the driver does it. Everything else stays as it is.
std::string readable_stack(const std::string& stack);

// A line that has binutils say where those frames of such a stack are that lie in `library` and have no name,
// as functions do that a library keeps to itself; empty if there are none.
std::string command_for_names(const std::string& readable, const std::string& library);

}  // namespace gcrucible::driver
