// Info calls of the profiler that fail although the call is correct, as they can in .NET.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace gcrucible::program {

struct FailingInfo {
  std::uint16_t slot;  // of the method in the ICorProfilerInfo chain
  std::int32_t answer;
};

inline constexpr auto kDataIncomplete = static_cast<std::int32_t>(0x80131351);
inline constexpr auto kOutOfMemory = static_cast<std::int32_t>(0x8007000E);
inline constexpr auto kSuspensionInProgress = static_cast<std::int32_t>(0x80131388);

// Sorted by slot. Each row has the error that .NET returns for a reason that the caller cannot know:
// - An id is still being loaded. This is also true inside its LoadFinished callback (CORPROF_E_DATAINCOMPLETE
//   in corerror.xml; Book of the Runtime, profiling).
// - There is no memory for the returned object.
// - Another thread suspends the runtime.
inline constexpr std::array<FailingInfo, 17> kFailingInfo = {{
    {14, kDataIncomplete},         // GetClassIDInfo
    {15, kDataIncomplete},         // GetFunctionInfo
    {19, kDataIncomplete},         // GetTokenAndMetaDataFromFunction
    {20, kDataIncomplete},         // GetModuleInfo
    {21, kDataIncomplete},         // GetModuleMetaData
    {25, kDataIncomplete},         // GetAppDomainInfo
    {26, kDataIncomplete},         // GetAssemblyInfo
    {38, kDataIncomplete},         // GetFunctionInfo2
    {40, kDataIncomplete},         // GetClassLayout
    {41, kDataIncomplete},         // GetClassIDInfo2
    {47, kDataIncomplete},         // GetBoxClassLayout
    {66, kOutOfMemory},            // EnumModules
    {70, kDataIncomplete},         // GetModuleInfo2
    {71, kOutOfMemory},            // EnumThreads
    {97, kSuspensionInProgress},   // SuspendRuntime
    {108, kOutOfMemory},           // CreateHandle
    {114, kSuspensionInProgress},  // EnumerateGCHeapObjects
}};

// Null if no call of the method may fail in this way.
constexpr const FailingInfo* find_failing(std::uint16_t info_slot) {
  const auto* const found = std::ranges::find(kFailingInfo, info_slot, &FailingInfo::slot);
  return found == kFailingInfo.end() ? nullptr : found;
}

}  // namespace gcrucible::program
