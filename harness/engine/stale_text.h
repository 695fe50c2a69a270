// The text of a crash report for an address that the heap has given up.
#pragma once

#include <string_view>

#include "harness/engine/stale_address.h"
#include "harness/platform/crash/crash_text.h"

namespace gcrucible::engine {

// Continues after the address, with a comma: ", where object 4 "leaf" was until collection 2 moved it …".
// `name`, the program's name of the object, may be empty. For crash handlers.
void write_stale(platform::CrashText& out, const StaleAddress& stale, std::string_view name);

}  // namespace gcrucible::engine
