#include "harness/rules/state/mask_gates.h"

#include <array>
#include <cstddef>

#include "harness/abi/event_mask.h"
#include "harness/abi/monitor_flags.h"
#include "harness/abi/tables/callback_rows.h"

namespace gcrucible::rules {
namespace {

// By slot. Both words are 0 for methods without a gate.
constexpr auto kGates = [] {
  using abi::CallbackMethod;
  std::array<MaskGate, abi::kCallbackRows.size()> gates{};
  for (std::size_t i = 0; i < gates.size(); ++i)
    gates[i] = {.low = abi::kCallbackRows[i].low, .high = abi::kCallbackRows[i].high};
  gates[static_cast<std::size_t>(CallbackMethod::kObjectAllocated)] = {};
  // Without this flag, no function is compiled again.
  for (const auto method :
       {CallbackMethod::kReJITCompilationStarted, CallbackMethod::kReJITCompilationFinished})
    gates[static_cast<std::size_t>(method)] = {.low = abi::COR_PRF_ENABLE_REJIT, .high = 0};
  return gates;
}();

const MaskGate* gate_at(std::size_t slot) {
  const MaskGate& gate = kGates[slot];
  return gate.low == 0 && gate.high == 0 ? nullptr : &gate;
}

}  // namespace

const MaskGate* mask_gate(std::string_view method) {
  const auto known = abi::find_callback_or_hook(method);
  return known ? gate_at(static_cast<std::size_t>(*known)) : nullptr;
}

const MaskGate* gate_of(const Callback& callback) {
  return callback.call == Call::kOther ? mask_gate(callback.name) : gate_at(slot_of(callback.call));
}

std::string flags_text(const MaskGate& gate) {
  std::string text;
  for (const abi::MaskFlag& flag : abi::kMaskFlags) {
    const std::uint32_t word = flag.word == abi::MaskWord::kLow ? gate.low : gate.high;
    if (flag.composite || (flag.value & word) == 0) continue;
    text += (text.empty() ? "" : " or ") + std::string(flag.name);
  }
  return text;
}

}  // namespace gcrucible::rules
