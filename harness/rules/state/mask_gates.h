// Which flags of the event mask enable which callbacks.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "harness/rules/decode/callback.h"

namespace gcrucible::rules {

// Any of these bits enables the callback.
struct MaskGate {
  std::uint32_t low = 0;
  std::uint32_t high = 0;
};

// Null for methods that no single flag enables: callbacks that always come, and ObjectAllocated. It needs
// two flags together, or one flag of its own.
const MaskGate* mask_gate(std::string_view method);
const MaskGate* gate_of(const Callback& callback);

// "COR_PRF_MONITOR_GC or COR_PRF_HIGH_BASIC_GC"
std::string flags_text(const MaskGate& gate);

}  // namespace gcrucible::rules
