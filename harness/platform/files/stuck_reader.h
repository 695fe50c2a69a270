// Writing to a reader that may stop reading: a pipe into a pager that the user does not scroll.
#pragma once

#include <cstdio>
#include <string_view>

namespace gcrucible::platform {

// Writes `text` after the content of `file`. Returns the part that could not be written, with errno set.
// Before a PatientInterruption gets its signal, the function waits for the reader without a limit. After the
// signal, a reader that takes nothing for half a second gets no more output. Neither does the rest of the
// process, because the user wants to leave. On Windows, which has no such signal, it writes nothing and
// returns all. Any thread.
std::string_view write_while_read(std::FILE* file, std::string_view text);

}  // namespace gcrucible::platform
