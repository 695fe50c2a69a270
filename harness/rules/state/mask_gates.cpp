#include "harness/rules/state/mask_gates.h"

#include <array>

#include "harness/abi/callback_rows.h"
#include "harness/abi/event_mask.h"
#include "harness/abi/monitor_flags.h"

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

}  // namespace

const MaskGate* mask_gate(std::string_view method) {
  const auto known = abi::find_callback_method(method);
  if (!known) return nullptr;
  const MaskGate& gate = kGates[static_cast<std::size_t>(*known)];
  return gate.low == 0 && gate.high == 0 ? nullptr : &gate;
}

// Only methods without a number are compared by name each time.
const MaskGate* gate_of(const Callback& callback) {
  static const auto kByCall = [] {
    std::array<const MaskGate*, kCallCount> gates{};
    for (std::size_t i = 1; i < kCallCount; ++i) gates[i] = mask_gate(name_of(static_cast<Call>(i)));
    return gates;
  }();
  return callback.call == Call::kOther ? mask_gate(callback.name)
                                       : kByCall[static_cast<std::size_t>(callback.call)];
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
