// The reasons for which a runtime suspends, with names and descriptions.
#pragma once

#include <array>
#include <cstdint>

#include "harness/abi/enums.h"
#include "harness/abi/visibility.h"

namespace gcrucible::abi {

struct SuspendReason {
  COR_PRF_SUSPEND_REASON value;
  const char* name;
  const char* purpose;  // description of the reason
};

// 5 has no meaning.
GCRUCIBLE_OWN inline constexpr std::array<SuspendReason, 9> kSuspendReasons{{
    {COR_PRF_SUSPEND_OTHER, "COR_PRF_SUSPEND_OTHER", "for another reason"},
    {COR_PRF_SUSPEND_FOR_GC, "COR_PRF_SUSPEND_FOR_GC", "for a collection"},
    {COR_PRF_SUSPEND_FOR_APPDOMAIN_SHUTDOWN, "COR_PRF_SUSPEND_FOR_APPDOMAIN_SHUTDOWN",
     "for the shutdown of an AppDomain"},
    {COR_PRF_SUSPEND_FOR_CODE_PITCHING, "COR_PRF_SUSPEND_FOR_CODE_PITCHING", "for code pitching"},
    {COR_PRF_SUSPEND_FOR_SHUTDOWN, "COR_PRF_SUSPEND_FOR_SHUTDOWN", "for shutdown"},
    {COR_PRF_SUSPEND_FOR_INPROC_DEBUGGER, "COR_PRF_SUSPEND_FOR_INPROC_DEBUGGER", "for a debugger"},
    {COR_PRF_SUSPEND_FOR_GC_PREP, "COR_PRF_SUSPEND_FOR_GC_PREP", "for preparing a collection"},
    {COR_PRF_SUSPEND_FOR_REJIT, "COR_PRF_SUSPEND_FOR_REJIT", "for recompiling code"},
    {COR_PRF_SUSPEND_FOR_PROFILER, "COR_PRF_SUSPEND_FOR_PROFILER", "for the profiler itself"},
}};

// Null for a number that is no reason.
constexpr const SuspendReason* find_suspend_reason(std::uint32_t value) {
  for (const SuspendReason& reason : kSuspendReasons) {
    if (reason.value == value) return &reason;
  }
  return nullptr;
}

}  // namespace gcrucible::abi
