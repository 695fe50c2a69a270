// The Info methods that a question can ask.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace gcrucible::program {

// By slot. What is asked of the others answers nothing about the heap or has no arguments that a scenario
// could give; the host has a call for each of these and for no other (host::Asker).
inline constexpr std::array<std::uint16_t, 37> kAskableInfo = {
    3,    // GetClassFromObject
    6,    // GetEventMask
    10,   // GetObjectSize
    11,   // IsArrayClass
    12,   // GetThreadInfo
    13,   // GetCurrentThreadID
    14,   // GetClassIDInfo
    16,   // SetEventMask
    28,   // ForceGC
    36,   // DoStackSnapshot
    39,   // GetStringLayout
    40,   // GetClassLayout
    41,   // GetClassIDInfo2
    45,   // EnumModuleFrozenObjects
    46,   // GetArrayObjectInfo
    47,   // GetBoxClassLayout
    54,   // GetGenerationBounds
    55,   // GetObjectGeneration
    58,   // RequestProfilerDetach
    60,   // GetStringLayout2
    66,   // EnumModules
    67,   // GetRuntimeInformation
    71,   // EnumThreads
    80,   // GetObjectSize2
    81,   // GetEventMask2
    82,   // SetEventMask2
    93,   // EnumerateObjectReferences
    94,   // IsFrozenObject
    95,   // GetLOHObjectSizeThreshold
    97,   // SuspendRuntime
    98,   // ResumeRuntime
    99,   // GetEnvironmentVariable
    108,  // CreateHandle
    110,  // GetObjectIDFromHandle
    111,  // EnumerateNonGCObjects
    112,  // GetNonGCHeapBounds
    114,  // EnumerateGCHeapObjects
};

constexpr bool is_askable(std::uint16_t info_slot) {
  return std::ranges::find(kAskableInfo, info_slot) != kAskableInfo.end();
}

}  // namespace gcrucible::program
