// For each callback: what enables it, and what its thread may do inside it.
#pragma once

#include <array>
#include <cstdint>

#include "harness/abi/methods.h"

namespace gcrucible::clr {

struct CallbackRow {
  abi::CallbackMethod method = abi::CallbackMethod::kInitialize;
  // Any of these bits enables it; both 0: always made (Initialize, Shutdown, attach and detach).
  std::uint32_t low = 0;
  std::uint32_t high = 0;
  // The runtime's wrapper lets Info methods of the triggering class pass (coreclr.md 7.2).
  bool may_trigger = true;
  // Made in cooperative mode, in which alone objects may be looked at outside collections.
  bool cooperative = false;
  // Made by the thread that has the runtime suspended, and allowed to trigger a collection all the same.
  bool suspended = false;
};

// By number of the method. In the header, because it is asked several times for every object that is told.
extern const std::array<CallbackRow, abi::kCallbackMethods.size()> kCallbackRows;

inline const CallbackRow& callback_row(abi::CallbackMethod method) {
  return kCallbackRows[static_cast<std::size_t>(method)];
}

}  // namespace gcrucible::clr
