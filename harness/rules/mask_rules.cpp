// Rules about which callbacks the event mask permits.
#include <array>

#include "harness/abi/monitor_flags.h"
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
};
constexpr std::array kGates{
    Gate{"GarbageCollection", kGc, kBasic},
    Gate{"MovedReferences", kGc, kMovedObjects},
    Gate{"SurvivingReferences", kGc, 0},
    Gate{"ObjectReferences", kGc, 0},
    Gate{"ObjectsAllocatedByClass", kGc, 0},
    Gate{"RootReferences", kGc, 0},
    Gate{"ConditionalWeakTableElementReferences", kGc, 0},
    Gate{"FinalizeableObjectQueued", kGc, 0},
    Gate{"HandleCreated", kGc, 0},
    Gate{"HandleDestroyed", kGc, 0},
    Gate{"RuntimeSuspend", abi::COR_PRF_MONITOR_SUSPENDS, 0},
    Gate{"RuntimeResume", abi::COR_PRF_MONITOR_SUSPENDS, 0},
    Gate{"RuntimeThread", abi::COR_PRF_MONITOR_SUSPENDS, 0},
    Gate{"Thread", abi::COR_PRF_MONITOR_THREADS, 0},
    Gate{"ClassLoad", abi::COR_PRF_MONITOR_CLASS_LOADS, 0},
    Gate{"ClassUnload", abi::COR_PRF_MONITOR_CLASS_LOADS, 0},
    Gate{"ModuleInMemorySymbolsUpdated", 0, abi::COR_PRF_HIGH_IN_MEMORY_SYMBOLS_UPDATED},
    Gate{"Module", abi::COR_PRF_MONITOR_MODULE_LOADS, 0},
    Gate{"Assembly", abi::COR_PRF_MONITOR_ASSEMBLY_LOADS, 0},
    Gate{"AppDomain", abi::COR_PRF_MONITOR_APPDOMAIN_LOADS, 0},
    Gate{"JITCachedFunctionSearch", abi::COR_PRF_MONITOR_CACHE_SEARCHES, 0},
    Gate{"JIT", abi::COR_PRF_MONITOR_JIT_COMPILATION, 0},
    Gate{"EventPipe", 0, abi::COR_PRF_HIGH_MONITOR_EVENT_PIPE},
};

constexpr std::string_view kNoMask = "the trace does not tell the event mask";

void enabled(const Callback& callback, const History& history, Ruling& ruling) {
  if (!history.masks().known()) return ruling.cannot(kNoMask);
  const EventMask mask = history.masks().permitted();
  for (const Gate& gate : kGates) {
    if (!callback.name.starts_with(gate.prefix)) continue;
    if ((mask.low & gate.low) != 0 || (mask.high & gate.high) != 0) return ruling.kept();
    return ruling.broken(finding_at(
        callback, history.collection(),
        fmt::format("{} needs one of the bits {:#x} / {:#x} (low / high); the mask is {:#x} / {:#x}.",
                    callback.name, gate.low, gate.high, mask.low, mask.high)));
  }
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
      fmt::format(
          "ObjectAllocated of {} comes under the mask {:#x} / {:#x}, which has not both {:#x} and {:#x}.",
          id(callback.object), mask.low, mask.high, std::uint32_t{abi::COR_PRF_ENABLE_OBJECT_ALLOCATED},
          std::uint32_t{abi::COR_PRF_MONITOR_OBJECT_ALLOCATED})));
}

// Every call but ObjectAllocated, whose two flags have a rule of their own.
constexpr CallSet kGated =
    kReportCalls | CallSet{Call::kOther,          Call::kSuspendStarted, Call::kSuspendFinished,
                           Call::kSuspendAborted, Call::kResumeStarted,  Call::kResumeFinished,
                           Call::kStarted,        Call::kFinished,       Call::kFinalizeableQueued,
                           Call::kHandleCreated,  Call::kHandleDestroyed};

constexpr Binding kBindings[] = {
    {.id = "masks/enabled", .calls = kGated, .entry = enabled},
    {.id = "masks/allocation", .calls = {Call::kObjectAllocated}, .entry = allocation},
};

}  // namespace

std::span<const Binding> mask_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
