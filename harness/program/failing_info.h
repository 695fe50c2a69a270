// Calls of the profiler's own that fail although nothing is wrong with them, as .NET's may.
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

// By slot, each with what .NET answers for a reason that no caller can know of: that an id is still being
// loaded, as it also is inside of its LoadFinished callback (CORPROF_E_DATAINCOMPLETE in corerror.xml; Book
// of the Runtime, profiling), that there is no memory for what is handed out, and that another thread
// suspends.
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

// Null where no call may fail so.
constexpr const FailingInfo* find_failing(std::uint16_t info_slot) {
  const auto* const found = std::ranges::find(kFailingInfo, info_slot, &FailingInfo::slot);
  return found == kFailingInfo.end() ? nullptr : found;
}

}  // namespace gcrucible::program
