#include "harness/rules/state/mask_gates.h"

#include <array>

#include "harness/abi/event_mask.h"
#include "harness/abi/monitor_flags.h"

namespace gcrucible::rules {
namespace {

constexpr std::uint32_t kGc = abi::COR_PRF_MONITOR_GC;

// The first row that matches decides.
constexpr std::array kGates{
    MaskGate{"GarbageCollection", kGc, abi::COR_PRF_HIGH_BASIC_GC},
    MaskGate{"MovedReferences", kGc, abi::COR_PRF_HIGH_MONITOR_GC_MOVED_OBJECTS},
    MaskGate{"SurvivingReferences", kGc, 0},
    MaskGate{"ObjectReferences", kGc, 0},
    MaskGate{"ObjectsAllocatedByClass", kGc, 0},
    MaskGate{"RootReferences", kGc, 0},
    MaskGate{"ConditionalWeakTableElementReferences", kGc, 0},
    MaskGate{"FinalizeableObjectQueued", kGc, 0},
    MaskGate{"HandleCreated", kGc, 0},
    MaskGate{"HandleDestroyed", kGc, 0},
    MaskGate{"RuntimeSuspend", abi::COR_PRF_MONITOR_SUSPENDS, 0},
    MaskGate{"RuntimeResume", abi::COR_PRF_MONITOR_SUSPENDS, 0},
    MaskGate{"RuntimeThread", abi::COR_PRF_MONITOR_SUSPENDS, 0},
    MaskGate{"Thread", abi::COR_PRF_MONITOR_THREADS, 0},
    MaskGate{"ClassLoad", abi::COR_PRF_MONITOR_CLASS_LOADS, 0},
    MaskGate{"ClassUnload", abi::COR_PRF_MONITOR_CLASS_LOADS, 0},
    MaskGate{"ModuleInMemorySymbolsUpdated", 0, abi::COR_PRF_HIGH_IN_MEMORY_SYMBOLS_UPDATED},
    MaskGate{"Module", abi::COR_PRF_MONITOR_MODULE_LOADS, 0},
    MaskGate{"Assembly", abi::COR_PRF_MONITOR_ASSEMBLY_LOADS, 0},
    MaskGate{"AppDomain", abi::COR_PRF_MONITOR_APPDOMAIN_LOADS, 0},
    MaskGate{"FunctionUnload", abi::COR_PRF_MONITOR_FUNCTION_UNLOADS, 0},
    MaskGate{"JITCachedFunctionSearch", abi::COR_PRF_MONITOR_CACHE_SEARCHES, 0},
    MaskGate{"JIT", abi::COR_PRF_MONITOR_JIT_COMPILATION, 0},
    MaskGate{"DynamicMethodUnloaded", 0, abi::COR_PRF_HIGH_MONITOR_DYNAMIC_FUNCTION_UNLOADS},
    MaskGate{"DynamicMethodJIT", abi::COR_PRF_MONITOR_JIT_COMPILATION, 0},
    MaskGate{"ExceptionCLRCatcher", abi::COR_PRF_MONITOR_CLR_EXCEPTIONS, 0},
    MaskGate{"Exception", abi::COR_PRF_MONITOR_EXCEPTIONS, 0},
    MaskGate{"COMClassicVTable", abi::COR_PRF_MONITOR_CCW, 0},
    MaskGate{"Remoting", abi::COR_PRF_MONITOR_REMOTING, 0},
    MaskGate{"UnmanagedToManagedTransition", abi::COR_PRF_MONITOR_CODE_TRANSITIONS, 0},
    MaskGate{"ManagedToUnmanagedTransition", abi::COR_PRF_MONITOR_CODE_TRANSITIONS, 0},
    MaskGate{"ReJIT", abi::COR_PRF_ENABLE_REJIT, 0},
    MaskGate{"GetReJITParameters", abi::COR_PRF_ENABLE_REJIT, 0},
    MaskGate{"GetAssemblyReferences", 0, abi::COR_PRF_HIGH_ADD_ASSEMBLY_REFERENCES},
    MaskGate{"EventPipe", 0, abi::COR_PRF_HIGH_MONITOR_EVENT_PIPE},
};

}  // namespace

const MaskGate* mask_gate(std::string_view method) {
  for (const MaskGate& gate : kGates) {
    if (method.starts_with(gate.prefix)) return &gate;
  }
  return nullptr;
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
