// Which flags of the event mask bring which callbacks.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace gcrucible::rules {

// Any bit of either word brings the callbacks whose names begin so.
struct MaskGate {
  std::string_view prefix;
  std::uint32_t low;
  std::uint32_t high;
};

// Null for methods that no single flag brings: those that always come, and ObjectAllocated, which needs two
// flags together or one of its own.
const MaskGate* mask_gate(std::string_view method);

// "COR_PRF_MONITOR_GC or COR_PRF_HIGH_BASIC_GC"
std::string flags_text(const MaskGate& gate);

}  // namespace gcrucible::rules
