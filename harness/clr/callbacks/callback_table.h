// For each callback: the mask bits that enable it, and what its thread may do inside it.
#pragma once

#include <array>
#include <cstdint>

#include "harness/abi/methods.h"

namespace gcrucible::clr {

struct CallbackRow {
  abi::CallbackMethod method = abi::CallbackMethod::kInitialize;
  // Any of these bits enables it. If both are 0, it is always made (Initialize, Shutdown, attach, detach).
  std::uint32_t low = 0;
  std::uint32_t high = 0;
  // The runtime's wrapper allows Info methods of the triggering class (coreclr.md 7.2).
  bool may_trigger = true;
  // Made in cooperative mode. Outside collections, only this mode allows object inspection.
  bool cooperative = false;
  // Made by the thread that has suspended the runtime; it may trigger a collection nevertheless.
  bool suspended = false;
};

// By number of the method. In the header, because it is read several times for every reported object.
extern const std::array<CallbackRow, abi::kCallbackMethods.size()> kCallbackRows;

inline const CallbackRow& callback_row(abi::CallbackMethod method) {
  return kCallbackRows[static_cast<std::size_t>(method)];
}

}  // namespace gcrucible::clr
