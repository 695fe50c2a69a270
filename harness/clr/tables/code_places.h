// Addresses in code that is never run: those that walks of the stack and hooks show.
#pragma once

#include <cstdint>

#include "harness/abi/types.h"
#include "harness/clr/tables/function_table.h"

namespace gcrucible::clr {

// Of the native code that called managed code.
inline constexpr abi::UINT_PTR kNativeCode = 0x7F0000001000;

// Where a function runs while it calls no other.
inline abi::UINT_PTR running_place(const FunctionEntry& function) {
  return function.code + 8;
}

// The place in the code of `caller` after its call of the function with this number.
inline abi::UINT_PTR call_site(const FunctionEntry& caller, std::uint32_t callee) {
  constexpr std::uint32_t kFirst = 0x10, kBetween = 0x10, kSites = kCodeSize / kBetween - 1;
  return caller.code + kFirst + callee % kSites * kBetween;
}

}  // namespace gcrucible::clr
