// In a copy of the process that tries where a signal goes.
#pragma once

#include <atomic>

namespace gcrucible::platform::handler_trial {

// 0: this process is no such copy. Else the status with which the host's own handlers end it.
inline constinit std::atomic<int> reached{0};

}  // namespace gcrucible::platform::handler_trial
