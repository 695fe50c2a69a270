// What hooks learn about the frame of their function: a frame info, and its arguments.
#pragma once

#include <cstddef>
#include <cstdint>

#include "harness/abi/metadata/attributes.h"
#include "harness/abi/structures.h"
#include "harness/clr/clr.h"

namespace gcrucible::clr {

// Profilers may only hand it back.
constexpr abi::COR_PRF_FRAME_INFO frame_info_of(abi::COR_PRF_ELT_INFO info) {
  return info + 8;
}
constexpr abi::COR_PRF_ELT_INFO hook_info_of(abi::COR_PRF_FRAME_INFO frame) {
  return frame < 8 ? 0 : frame - 8;
}

// Where the object is whose constructor runs: no object has been made.
inline constexpr abi::UINT_PTR kSelf = 0;

// The functions of a program have no arguments but `this`; null for a static one.
inline const abi::UINT_PTR* self_of(Clr& clr, std::uint32_t function) {
  const metadata::Place place = clr.functions().all()[function].place;
  const auto& methods = clr.classes().assemblies().modules[place.module].methods;
  return (methods[(place.token & 0x00FFFFFF) - 1].flags & abi::mdStatic) == 0 ? &kSelf : nullptr;
}

// As .NET computes it: one range more than there are arguments.
constexpr abi::ULONG argument_bytes(abi::ULONG count) {
  return static_cast<abi::ULONG>(sizeof(abi::COR_PRF_FUNCTION_ARGUMENT_INFO) +
                                 count * sizeof(abi::COR_PRF_FUNCTION_ARGUMENT_RANGE));
}

inline void fill_arguments(abi::COR_PRF_FUNCTION_ARGUMENT_INFO& info, const abi::UINT_PTR* self) {
  info.numRanges = self != nullptr ? 1 : 0;
  info.totalArgumentSize = self != nullptr ? sizeof *self : 0;
  if (self != nullptr) {
    info.ranges[0] = {.startAddress = reinterpret_cast<abi::UINT_PTR>(self), .length = sizeof *self};
  }
}

}  // namespace gcrucible::clr
