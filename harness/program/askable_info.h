// The Info methods that a query of a scenario can call.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace gcrucible::program {

// The arguments that a query names, as bits.
inline constexpr std::uint8_t kAskObject = 1;
inline constexpr std::uint8_t kAskType = 2;
inline constexpr std::uint8_t kAskThread = 4;
inline constexpr std::uint8_t kAskHandle = 8;
inline constexpr std::uint8_t kAskNumber = 16;
inline constexpr std::uint8_t kAskText = 32;
// An id by its name, or as a plain number.
inline constexpr std::uint8_t kAskTypeOrNumber = kAskType | kAskNumber;
inline constexpr std::uint8_t kAskThreadOrNumber = kAskThread | kAskNumber;
inline constexpr std::uint8_t kAskHandleOrNumber = kAskHandle | kAskNumber;

struct AskableInfo {
  std::uint16_t slot;
  std::uint8_t needs;  // one of these arguments is required
  std::uint8_t takes;  // these arguments are optional
};

// Sorted by slot. The other methods return nothing about the heap, or need arguments that a scenario cannot
// give. The host has a call for each method of this table and for no other (host::Asker).
inline constexpr std::array<AskableInfo, 37> kAskableInfo = {{
    {3, kAskObject, 0},                 // GetClassFromObject
    {6, 0, 0},                          // GetEventMask
    {10, kAskObject, 0},                // GetObjectSize
    {11, kAskTypeOrNumber, 0},          // IsArrayClass
    {12, kAskThreadOrNumber, 0},        // GetThreadInfo
    {13, 0, 0},                         // GetCurrentThreadID
    {14, kAskTypeOrNumber, 0},          // GetClassIDInfo
    {16, kAskNumber, 0},                // SetEventMask
    {28, 0, 0},                         // ForceGC
    {36, 0, 0},                         // DoStackSnapshot
    {39, 0, kAskNumber},                // GetStringLayout
    {40, kAskType, kAskNumber},         // GetClassLayout
    {41, kAskType, kAskNumber},         // GetClassIDInfo2
    {45, kAskTypeOrNumber, 0},          // EnumModuleFrozenObjects
    {46, kAskObject, kAskNumber},       // GetArrayObjectInfo
    {47, kAskTypeOrNumber, 0},          // GetBoxClassLayout
    {54, 0, kAskNumber},                // GetGenerationBounds
    {55, kAskObject, 0},                // GetObjectGeneration
    {58, 0, kAskNumber},                // RequestProfilerDetach
    {60, 0, kAskNumber},                // GetStringLayout2
    {66, 0, 0},                         // EnumModules
    {67, 0, kAskNumber},                // GetRuntimeInformation
    {71, 0, 0},                         // EnumThreads
    {80, kAskObject, 0},                // GetObjectSize2
    {81, 0, 0},                         // GetEventMask2
    {82, kAskNumber, 0},                // SetEventMask2
    {93, kAskObject, 0},                // EnumerateObjectReferences
    {94, kAskObject, 0},                // IsFrozenObject
    {95, 0, 0},                         // GetLOHObjectSizeThreshold
    {97, 0, 0},                         // SuspendRuntime
    {98, 0, 0},                         // ResumeRuntime
    {99, kAskText, kAskNumber},         // GetEnvironmentVariable
    {108, 0, kAskObject | kAskNumber},  // CreateHandle
    {110, kAskHandleOrNumber, 0},       // GetObjectIDFromHandle
    {111, 0, 0},                        // EnumerateNonGCObjects
    {112, 0, kAskNumber},               // GetNonGCHeapBounds
    {114, 0, 0},                        // EnumerateGCHeapObjects
}};

inline constexpr std::uint16_t kSuspendRuntimeSlot = 97;

// Null if no query can call the method.
constexpr const AskableInfo* find_askable(std::uint16_t info_slot) {
  const auto* const found = std::ranges::find(kAskableInfo, info_slot, &AskableInfo::slot);
  return found == kAskableInfo.end() ? nullptr : found;
}

constexpr bool is_askable(std::uint16_t info_slot) {
  return find_askable(info_slot) != nullptr;
}

}  // namespace gcrucible::program
