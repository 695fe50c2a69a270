// State of a copy of the process that tests where a signal leads.
#pragma once

#include <atomic>

namespace gcrucible::platform::handler_trial {

// 0: this process is not such a copy. Otherwise: the exit status that the host's own handlers use in the
// copy.
inline constinit std::atomic<int> reached{0};

}  // namespace gcrucible::platform::handler_trial
