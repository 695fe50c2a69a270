// Which threads have a name of name_this_thread's. On Linux a thread has that of the one that began it until
// somebody gives it another, so that the name alone does not say so.
#pragma once

#include <cstdint>
#include <string_view>

namespace gcrucible::platform {

// Both on any thread and in handlers of signals: they take neither locks nor memory. More threads than 256 at
// a time are not known here.

// Whether that thread, by its thread_number(), was named.
bool is_named_here(std::uint32_t thread);
// Whether some thread was given that name, which may have ended.
bool is_name_from_here(std::string_view name);

}  // namespace gcrucible::platform
