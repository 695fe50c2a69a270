// Whether a trace names all threads that run code.
#pragma once

#include "harness/abi/monitor_flags.h"
#include "harness/rules/evidence/runtime_settings.h"
#include "harness/rules/state/history.h"

namespace gcrucible::rules {

// In .NET 10 each thread gets its ThreadID before it runs code. This was measured in recordings with these
// flags.
inline bool reports_all_threads(const History& history) {
  return is_real_net10(history.header()) && history.reported_from_start(abi::COR_PRF_MONITOR_THREADS);
}

}  // namespace gcrucible::rules
