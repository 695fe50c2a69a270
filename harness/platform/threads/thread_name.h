// Names of threads for debuggers and reports.
#pragma once

namespace gcrucible::platform {

// Names the calling thread. Linux keeps at most 15 characters. If the thread cannot be named, its name stays
// unchanged.
void name_this_thread(const char* name);

}  // namespace gcrucible::platform
