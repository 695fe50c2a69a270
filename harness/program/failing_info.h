// Info calls of the profiler that fail although the call is correct, as they can in .NET.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "harness/abi/tables/info_table.h"

namespace gcrucible::program {

struct FailingInfo {
  std::uint16_t slot;  // of the method in the ICorProfilerInfo chain
  std::int32_t answer;
};

inline constexpr auto kDataIncomplete = static_cast<std::int32_t>(0x80131351);
inline constexpr auto kOutOfMemory = static_cast<std::int32_t>(0x8007000E);
inline constexpr auto kSuspensionInProgress = static_cast<std::int32_t>(0x80131388);

namespace failing_info {

// The words of the rows. Each has the error that .NET returns for a reason that the caller cannot know.
inline constexpr std::int32_t none = 0;
// An id is still being loaded. This is also true inside its LoadFinished callback (CORPROF_E_DATAINCOMPLETE
// in corerror.xml; Book of the Runtime, profiling).
inline constexpr std::int32_t incomplete = kDataIncomplete;
// There is no memory for the returned object.
inline constexpr std::int32_t no_memory = kOutOfMemory;
// Another thread suspends the runtime.
inline constexpr std::int32_t suspending = kSuspensionInProgress;

inline constexpr std::array kRows{
#define GCRUCIBLE_ROW(slot, version, method, parameters, query, failure) FailingInfo{slot, failure},
    GCRUCIBLE_INFO_METHODS(GCRUCIBLE_ROW)
#undef GCRUCIBLE_ROW
};

}  // namespace failing_info

// Sorted by slot.
inline constexpr auto kFailingInfo = [] {
  constexpr auto kFails = [](const FailingInfo& row) { return row.answer != failing_info::none; };
  std::array<FailingInfo, std::ranges::count_if(failing_info::kRows, kFails)> failing{};
  std::ranges::copy_if(failing_info::kRows, failing.begin(), kFails);
  return failing;
}();

// Null if no call of the method may fail in this way.
constexpr const FailingInfo* find_failing(std::uint16_t info_slot) {
  const auto* const found = std::ranges::find(kFailingInfo, info_slot, &FailingInfo::slot);
  return found == kFailingInfo.end() ? nullptr : found;
}

}  // namespace gcrucible::program
