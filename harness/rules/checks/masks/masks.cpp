// Rules about which callbacks the event mask permits.
#include "harness/abi/monitor_flags.h"
#include "harness/rules/evidence/batch_variants.h"
#include "harness/rules/judge/checker.h"
#include "harness/rules/state/mask_gates.h"

namespace gcrucible::rules {
namespace {

constexpr std::string_view kNoMask = "the trace does not record the event mask";

void enabled(const Callback& callback, const History& history, Ruling& ruling) {
  if (!history.masks().known()) return ruling.cannot(kNoMask);
  const MaskGate* const gate = gate_of(callback);
  if (gate == nullptr) return;
  const EventMask mask = history.permitted_for(callback.thread);
  if ((mask.low & gate->low) != 0 || (mask.high & gate->high) != 0) return ruling.kept();
  if (follows_newer_variant(callback, history.collection())) return ruling.kept();
  ruling.broken(finding_at(callback, history.collection(),
                           fmt::format("{} needs {}; the mask is {:#x} (low) and {:#x} (high).",
                                       callback.name, flags_text(*gate), mask.low, mask.high)));
}

void allocation(const Callback& callback, const History& history, Ruling& ruling) {
  if (!history.masks().known()) return ruling.cannot(kNoMask);
  const EventMask mask = history.permitted_for(callback.thread);
  constexpr std::uint32_t kHigh =
      abi::COR_PRF_HIGH_MONITOR_LARGEOBJECT_ALLOCATED | abi::COR_PRF_HIGH_MONITOR_PINNEDOBJECT_ALLOCATED;
  if (reports_each_allocation(mask) || (mask.high & kHigh) != 0) return ruling.kept();
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
