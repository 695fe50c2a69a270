// Rules about which callbacks the event mask permits.
#include <array>

#include "harness/abi/monitor_flags.h"
#include "harness/rules/batch_variants.h"
#include "harness/rules/checker.h"

namespace gcrucible::rules {
namespace {

constexpr std::uint32_t kGc = abi::COR_PRF_MONITOR_GC;
constexpr std::uint32_t kBasic = abi::COR_PRF_HIGH_BASIC_GC;
constexpr std::uint32_t kMovedObjects = abi::COR_PRF_HIGH_MONITOR_GC_MOVED_OBJECTS;

// Any bit of either word brings the callbacks whose names begin so. The first row that fits decides.
struct Gate {
  std::string_view prefix;
  std::uint32_t low;
  std::uint32_t high;
  std::string_view flags;  // their names
};
constexpr std::array kGates{
    Gate{"GarbageCollection", kGc, kBasic, "COR_PRF_MONITOR_GC or COR_PRF_HIGH_BASIC_GC"},
    Gate{"MovedReferences", kGc, kMovedObjects,
         "COR_PRF_MONITOR_GC or COR_PRF_HIGH_MONITOR_GC_MOVED_OBJECTS"},
    Gate{"SurvivingReferences", kGc, 0, "COR_PRF_MONITOR_GC"},
    Gate{"ObjectReferences", kGc, 0, "COR_PRF_MONITOR_GC"},
    Gate{"ObjectsAllocatedByClass", kGc, 0, "COR_PRF_MONITOR_GC"},
    Gate{"RootReferences", kGc, 0, "COR_PRF_MONITOR_GC"},
    Gate{"ConditionalWeakTableElementReferences", kGc, 0, "COR_PRF_MONITOR_GC"},
    Gate{"FinalizeableObjectQueued", kGc, 0, "COR_PRF_MONITOR_GC"},
    Gate{"HandleCreated", kGc, 0, "COR_PRF_MONITOR_GC"},
    Gate{"HandleDestroyed", kGc, 0, "COR_PRF_MONITOR_GC"},
    Gate{"RuntimeSuspend", abi::COR_PRF_MONITOR_SUSPENDS, 0, "COR_PRF_MONITOR_SUSPENDS"},
    Gate{"RuntimeResume", abi::COR_PRF_MONITOR_SUSPENDS, 0, "COR_PRF_MONITOR_SUSPENDS"},
    Gate{"RuntimeThread", abi::COR_PRF_MONITOR_SUSPENDS, 0, "COR_PRF_MONITOR_SUSPENDS"},
    Gate{"Thread", abi::COR_PRF_MONITOR_THREADS, 0, "COR_PRF_MONITOR_THREADS"},
    Gate{"ClassLoad", abi::COR_PRF_MONITOR_CLASS_LOADS, 0, "COR_PRF_MONITOR_CLASS_LOADS"},
    Gate{"ClassUnload", abi::COR_PRF_MONITOR_CLASS_LOADS, 0, "COR_PRF_MONITOR_CLASS_LOADS"},
    Gate{"ModuleInMemorySymbolsUpdated", 0, abi::COR_PRF_HIGH_IN_MEMORY_SYMBOLS_UPDATED,
         "COR_PRF_HIGH_IN_MEMORY_SYMBOLS_UPDATED"},
    Gate{"Module", abi::COR_PRF_MONITOR_MODULE_LOADS, 0, "COR_PRF_MONITOR_MODULE_LOADS"},
    Gate{"Assembly", abi::COR_PRF_MONITOR_ASSEMBLY_LOADS, 0, "COR_PRF_MONITOR_ASSEMBLY_LOADS"},
    Gate{"AppDomain", abi::COR_PRF_MONITOR_APPDOMAIN_LOADS, 0, "COR_PRF_MONITOR_APPDOMAIN_LOADS"},
    Gate{"JITCachedFunctionSearch", abi::COR_PRF_MONITOR_CACHE_SEARCHES, 0, "COR_PRF_MONITOR_CACHE_SEARCHES"},
    Gate{"JIT", abi::COR_PRF_MONITOR_JIT_COMPILATION, 0, "COR_PRF_MONITOR_JIT_COMPILATION"},
    Gate{"EventPipe", 0, abi::COR_PRF_HIGH_MONITOR_EVENT_PIPE, "COR_PRF_HIGH_MONITOR_EVENT_PIPE"},
};

constexpr std::string_view kNoMask = "the trace does not tell the event mask";

const Gate* gate_by_name(std::string_view method) {
  for (const Gate& gate : kGates) {
    if (method.starts_with(gate.prefix)) return &gate;
  }
  return nullptr;
}

// Only methods without a number are compared by name each time.
const Gate* gate_of(const Callback& callback) {
  static const auto kByCall = [] {
    std::array<const Gate*, kCallCount> gates{};
    for (std::size_t i = 1; i < kCallCount; ++i) gates[i] = gate_by_name(name_of(static_cast<Call>(i)));
    return gates;
  }();
  return callback.call == Call::kOther ? gate_by_name(callback.name)
                                       : kByCall[static_cast<std::size_t>(callback.call)];
}

void enabled(const Callback& callback, const History& history, Ruling& ruling) {
  if (!history.masks().known()) return ruling.cannot(kNoMask);
  const Gate* const gate = gate_of(callback);
  if (gate == nullptr) return;
  const EventMask mask = history.masks().permitted();
  if ((mask.low & gate->low) != 0 || (mask.high & gate->high) != 0) return ruling.kept();
  if (follows_newer_variant(callback, history.collection())) return ruling.kept();
  ruling.broken(finding_at(callback, history.collection(),
                           fmt::format("{} needs {}; the mask is {:#x} (low) and {:#x} (high).",
                                       callback.name, gate->flags, mask.low, mask.high)));
}

void allocation(const Callback& callback, const History& history, Ruling& ruling) {
  if (!history.masks().known()) return ruling.cannot(kNoMask);
  const EventMask mask = history.masks().permitted();
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

// ObjectAllocated's two flags have a rule of their own.
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
