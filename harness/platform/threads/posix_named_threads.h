// Records which threads were named by name_this_thread(). On Linux a thread inherits the name of the thread
// that started it, so the name alone does not show this.
#pragma once

#include <cstdint>
#include <string_view>

namespace gcrucible::platform {

// Both functions may be called on any thread and in signal handlers: they take no locks and no memory. At
// most 256 threads at a time are known here.

// Whether the thread with that thread_number() was named.
bool is_named_here(std::uint32_t thread);
// Whether some thread, possibly one that has ended, was given that name.
bool is_name_from_here(std::string_view name);

}  // namespace gcrucible::platform
