// The versions of both interface chains: their IIDs, and the slots that each one adds.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "harness/abi/callback.h"
#include "harness/abi/info.h"
#include "harness/abi/visibility.h"

namespace gcrucible::abi {

struct InterfaceInfo {
  GUID iid;
  std::string_view name;
  std::uint16_t first_slot;
  std::uint16_t last_slot;
  std::uint8_t version;
};

// Version v is element v - 1.
GCRUCIBLE_OWN inline constexpr std::array<InterfaceInfo, 11> kCallbackInterfaces = {{
    {ICorProfilerCallback::iid, "ICorProfilerCallback", 3, 71, 1},
    {ICorProfilerCallback2::iid, "ICorProfilerCallback2", 72, 79, 2},
    {ICorProfilerCallback3::iid, "ICorProfilerCallback3", 80, 82, 3},
    {ICorProfilerCallback4::iid, "ICorProfilerCallback4", 83, 88, 4},
    {ICorProfilerCallback5::iid, "ICorProfilerCallback5", 89, 89, 5},
    {ICorProfilerCallback6::iid, "ICorProfilerCallback6", 90, 90, 6},
    {ICorProfilerCallback7::iid, "ICorProfilerCallback7", 91, 91, 7},
    {ICorProfilerCallback8::iid, "ICorProfilerCallback8", 92, 93, 8},
    {ICorProfilerCallback9::iid, "ICorProfilerCallback9", 94, 94, 9},
    {ICorProfilerCallback10::iid, "ICorProfilerCallback10", 95, 96, 10},
    {ICorProfilerCallback11::iid, "ICorProfilerCallback11", 97, 97, 11},
}};

// Version v is element v - 1.
GCRUCIBLE_OWN inline constexpr std::array<InterfaceInfo, 15> kInfoInterfaces = {{
    {ICorProfilerInfo::iid, "ICorProfilerInfo", 3, 35, 1},
    {ICorProfilerInfo2::iid, "ICorProfilerInfo2", 36, 56, 2},
    {ICorProfilerInfo3::iid, "ICorProfilerInfo3", 57, 70, 3},
    {ICorProfilerInfo4::iid, "ICorProfilerInfo4", 71, 80, 4},
    {ICorProfilerInfo5::iid, "ICorProfilerInfo5", 81, 82, 5},
    {ICorProfilerInfo6::iid, "ICorProfilerInfo6", 83, 83, 6},
    {ICorProfilerInfo7::iid, "ICorProfilerInfo7", 84, 86, 7},
    {ICorProfilerInfo8::iid, "ICorProfilerInfo8", 87, 89, 8},
    {ICorProfilerInfo9::iid, "ICorProfilerInfo9", 90, 92, 9},
    {ICorProfilerInfo10::iid, "ICorProfilerInfo10", 93, 98, 10},
    {ICorProfilerInfo11::iid, "ICorProfilerInfo11", 99, 100, 11},
    {ICorProfilerInfo12::iid, "ICorProfilerInfo12", 101, 107, 12},
    {ICorProfilerInfo13::iid, "ICorProfilerInfo13", 108, 110, 13},
    {ICorProfilerInfo14::iid, "ICorProfilerInfo14", 111, 113, 14},
    {ICorProfilerInfo15::iid, "ICorProfilerInfo15", 114, 114, 15},
}};

using NewestInfo = ICorProfilerInfo15;

// The version of an IID in one of the tables. 0 for IUnknown, -1 for any other IID.
template <std::size_t N>
constexpr int interface_version(const std::array<InterfaceInfo, N>& interfaces, REFIID iid) {
  if (iid == IUnknown::iid) return 0;
  for (const InterfaceInfo& each : interfaces) {
    if (each.iid == iid) return each.version;
  }
  return -1;
}

}  // namespace gcrucible::abi
