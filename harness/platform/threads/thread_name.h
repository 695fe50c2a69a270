// What debuggers and reports call a thread.
#pragma once

namespace gcrucible::platform {

// Of the calling thread; at most 15 characters, which is what Linux keeps. Where it cannot be named it stays
// as it was.
void name_this_thread(const char* name);

}  // namespace gcrucible::platform
