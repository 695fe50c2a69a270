// The settings of a .NET process that are written into the header of a recording.
#pragma once

#include <string_view>

namespace gcrucible::trace {

// Whether a variable or a key of runtimeconfig.json is written. These are the collector's settings and those
// of tiered compilation, because unoptimized code keeps more objects alive.
bool is_heap_setting(std::string_view name);

}  // namespace gcrucible::trace
