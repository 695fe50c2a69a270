// What load and unload callbacks must have reported before a rule about them can judge.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "harness/abi/monitor_flags.h"
#include "harness/rules/state/history.h"

namespace gcrucible::rules {

inline constexpr std::string_view kReportedLoad = "a load that is reported";
inline constexpr std::string_view kLoadsReportedLate = "loads were not reported from the start";

inline std::string text_of(const LoadStep& step) {
  return fmt::format("{} {:#x}", name_of(step.kind), step.id);
}

// Whether every id of the kind was reported since the process began.
inline bool reported_from_start(const History& history, LoadStep::Kind kind) {
  constexpr std::uint32_t kFlags[] = {abi::COR_PRF_MONITOR_APPDOMAIN_LOADS,
                                      abi::COR_PRF_MONITOR_ASSEMBLY_LOADS, abi::COR_PRF_MONITOR_MODULE_LOADS,
                                      abi::COR_PRF_MONITOR_CLASS_LOADS};
  return history.reported_from_start(kFlags[static_cast<std::size_t>(kind)]);
}

}  // namespace gcrucible::rules
