// Rules about which callbacks the event mask permits.
#include <array>

#include "harness/abi/monitor_flags.h"
#include "harness/rules/evidence/batch_variants.h"
#include "harness/rules/judge/checker.h"
#include "harness/rules/state/mask_gates.h"

namespace gcrucible::rules {
namespace {

constexpr std::string_view kNoMask = "the trace does not record the event mask";

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

// In a simulated run the mask is read at the callback's entry.
EventMask permitted_for(const Callback& callback, const History& history) {
  if (history.header().source != "recorded") return history.masks().permitted();
  const std::uint64_t last = history.threads().last_line(callback.thread);
  return history.masks().permitted_for(callback.thread, last == kNoLine ? 0 : last);
}

void enabled(const Callback& callback, const History& history, Ruling& ruling) {
  if (!history.masks().known()) return ruling.cannot(kNoMask);
  const MaskGate* const gate = gate_of(callback);
  if (gate == nullptr) return;
  const EventMask mask = permitted_for(callback, history);
  if ((mask.low & gate->low) != 0 || (mask.high & gate->high) != 0) return ruling.kept();
  if (follows_newer_variant(callback, history.collection())) return ruling.kept();
  ruling.broken(finding_at(callback, history.collection(),
                           fmt::format("{} needs {}; the mask is {:#x} (low) and {:#x} (high).",
                                       callback.name, flags_text(*gate), mask.low, mask.high)));
}

void allocation(const Callback& callback, const History& history, Ruling& ruling) {
  if (!history.masks().known()) return ruling.cannot(kNoMask);
  const EventMask mask = permitted_for(callback, history);
  constexpr std::uint32_t kBoth =
      abi::COR_PRF_ENABLE_OBJECT_ALLOCATED | abi::COR_PRF_MONITOR_OBJECT_ALLOCATED;
  constexpr std::uint32_t kHigh =
      abi::COR_PRF_HIGH_MONITOR_LARGEOBJECT_ALLOCATED | abi::COR_PRF_HIGH_MONITOR_PINNEDOBJECT_ALLOCATED;
  if ((mask.low & kBoth) == kBoth || (mask.high & kHigh) != 0) return ruling.kept();
  ruling.broken(finding_at(
      callback, history.collection(),
      fmt::format("ObjectAllocated of {} needs COR_PRF_ENABLE_OBJECT_ALLOCATED and "
                  "COR_PRF_MONITOR_OBJECT_ALLOCATED, or one of "
                  "the high flags for large and pinned objects; the mask is {:#x} (low) and {:#x} (high).",
                  id(callback.object), mask.low, mask.high)));
}

// A separate rule covers the two flags of ObjectAllocated.
constexpr CallSet kGated = CallSet::all().without({Call::kObjectAllocated});

constexpr Binding kBindings[] = {
    {.id = "masks/enabled",
     .occasion = "a callback that the event mask governs",
     .calls = kGated,
     .entry = enabled},
    {.id = "masks/allocation",
     .occasion = "a call of ObjectAllocated",
     .calls = {Call::kObjectAllocated},
     .entry = allocation},
};

}  // namespace

std::span<const Binding> mask_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
