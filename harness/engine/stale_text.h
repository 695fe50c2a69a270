// What a crash report says of an address that the heap has given up.
#pragma once

#include <string_view>

#include "harness/engine/stale_address.h"
#include "harness/platform/crash/crash_text.h"

namespace gcrucible::engine {

// Goes on after the address, with a comma: ", where object 4 "leaf" was until collection 2 moved it …". The
// program's name of the object may be empty. For crash handlers.
void write_stale(platform::CrashText& out, const StaleAddress& stale, std::string_view name);

}  // namespace gcrucible::engine
