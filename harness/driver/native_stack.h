// The native stack of a dead process, in a readable form.
#pragma once

#include <string>

namespace gcrucible::driver {

// `stack` is the crash handler's text, one line per frame: "library+0x12 (symbol+0x3)". If there are several
// threads, a line with the thread's name comes before its frames. The function changes:
// - C++ symbols are demangled.
// - A recursion is shown once.
// - Unnamed frames of the host that are not on top are replaced by their number.
// - Threads that are only in the host are replaced by their number, if there are other threads.
// Runs in the driver, because a signal handler must not allocate memory. Everything else stays unchanged.
std::string readable_stack(const std::string& stack);

// The same stack with names for the nameless frames of `library`. They come from the symbols of its file, or
// of the file for debuggers beside it.
std::string with_names_in_file(const std::string& readable, const std::string& library);

// A command line for binutils that locates the unnamed frames in `library`. Functions that a library does not
// export have no names there. Empty if there are no such frames.
std::string command_for_names(const std::string& readable, const std::string& library);

}  // namespace gcrucible::driver
