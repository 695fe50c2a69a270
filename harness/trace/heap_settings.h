// Which settings of a .NET process stand in the header of a recording.
#pragma once

#include <string_view>

namespace gcrucible::trace {

// Whether a variable or a key of runtimeconfig.json belongs there: the collector's own, and those of tiered
// compilation, because unoptimized code keeps more alive.
bool is_heap_setting(std::string_view name);

}  // namespace gcrucible::trace
