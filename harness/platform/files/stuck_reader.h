// Writing for a reader that may stand still: a pipe into a pager that nobody scrolls.
#pragma once

#include <cstdio>
#include <string_view>

namespace gcrucible::platform {

// Writes `text` behind what `file` holds, and returns what could not be written, with errno set. Before a
// PatientInterruption has its signal it waits for the reader as long as that takes. From then on a reader
// that takes nothing for half a second gets nothing more, and neither does the rest of the process: the user
// wants to leave. On Windows, where no signal is awaited, it writes nothing and returns all. Any thread.
std::string_view write_while_read(std::FILE* file, std::string_view text);

}  // namespace gcrucible::platform
