// For each callback: the flags of the event mask that enable it, and what its thread may do inside it.
#pragma once

#include <array>
#include <cstdint>

#include "harness/abi/monitor_flags.h"
#include "harness/abi/tables/callback_methods.h"
#include "harness/abi/visibility.h"

namespace gcrucible::abi {

struct CallbackRow {
  // Any of these bits enables it. If both are 0, no flag does: Initialize, Shutdown, attach and detach.
  // ObjectAllocated needs a second flag for the low word, and functions are compiled again only with
  // COR_PRF_ENABLE_REJIT.
  std::uint32_t low = 0;
  std::uint32_t high = 0;
  // The runtime's wrapper allows Info methods of the triggering class (proftoeeinterfaceimpl.inl).
  bool may_trigger = true;
  // Made in cooperative mode. Outside collections, only this mode allows object inspection.
  bool cooperative = false;
  // Made by the thread that has suspended the runtime; it may trigger a collection nevertheless.
  bool suspended = false;
  // Can come between a collection's RuntimeSuspendStarted and its RuntimeResumeFinished. HandleCreated and
  // HandleDestroyed come only if the profiler creates or destroys a handle there.
  bool in_collections = false;
  // A scenario can make it. The others have GUIDs, interfaces or raw memory among their arguments.
  bool said = false;
  // Rules have a number for it.
  bool judged = false;
  // Called by compiled code. The runtime does not know that code of the profiler runs.
  bool direct = false;
};

namespace detail {

struct CallbackMask {
  std::uint32_t low = 0;
  std::uint32_t high = 0;
};

// Masks: COR_PRF_MONITOR and COR_PRF_HIGH_MONITOR of the documentation, and GC-MASK-002.
// Trigger scopes: dotnet/runtime eetoprofinterfaceimpl.cpp. ObjectAllocated and FinalizeableObjectQueued may
// trigger in the runtime, although the latter comes inside a collection.
// Modes: observed under .NET 10, where GetClassFromObject fails in callbacks of preemptive mode. Inside a
// collection it succeeds in any case.
// Callbacks that .NET 10 never raises, but a scenario can: OS handlers, CLR catchers, COM tables. They are
// cooperative, because the documentation states that they block collections (PR-BLK-002).
constexpr auto callback_rows() {
  // The modes of a callback: kFree, or several of the others with `|`. CallbackRow describes each.
  [[maybe_unused]] constexpr std::uint8_t kFree = 0;  // preemptive, and may trigger a collection
  [[maybe_unused]] constexpr std::uint8_t kCooperative = 1;
  [[maybe_unused]] constexpr std::uint8_t kNoTrigger = 2;  // not may_trigger
  [[maybe_unused]] constexpr std::uint8_t kSuspended = 4;
  [[maybe_unused]] constexpr std::uint8_t kInCollections = 8;
  constexpr bool said = true, unsaid = false, judged = true, unjudged = false;
  constexpr CallbackMask kUnmasked{};
  constexpr CallbackMask kGc{COR_PRF_MONITOR_GC, 0};
  constexpr CallbackMask kGcOrBasic{COR_PRF_MONITOR_GC, COR_PRF_HIGH_BASIC_GC};
  constexpr CallbackMask kGcOrMoved{COR_PRF_MONITOR_GC, COR_PRF_HIGH_MONITOR_GC_MOVED_OBJECTS};
  constexpr CallbackMask kSuspends{COR_PRF_MONITOR_SUSPENDS, 0};
  constexpr CallbackMask kThreads{COR_PRF_MONITOR_THREADS, 0};
  constexpr CallbackMask kDomains{COR_PRF_MONITOR_APPDOMAIN_LOADS, 0};
  constexpr CallbackMask kAssemblies{COR_PRF_MONITOR_ASSEMBLY_LOADS, 0};
  constexpr CallbackMask kModules{COR_PRF_MONITOR_MODULE_LOADS, 0};
  constexpr CallbackMask kClasses{COR_PRF_MONITOR_CLASS_LOADS, 0};
  constexpr CallbackMask kFunctionUnloads{COR_PRF_MONITOR_FUNCTION_UNLOADS, 0};
  constexpr CallbackMask kCompilation{COR_PRF_MONITOR_JIT_COMPILATION, 0};
  constexpr CallbackMask kCacheSearches{COR_PRF_MONITOR_CACHE_SEARCHES, 0};
  constexpr CallbackMask kReJit{COR_PRF_ENABLE_REJIT, 0};
  constexpr CallbackMask kRemoting{COR_PRF_MONITOR_REMOTING, 0};
  constexpr CallbackMask kTransitions{COR_PRF_MONITOR_CODE_TRANSITIONS, 0};
  constexpr CallbackMask kExceptions{COR_PRF_MONITOR_EXCEPTIONS, 0};
  constexpr CallbackMask kClrExceptions{COR_PRF_MONITOR_CLR_EXCEPTIONS, 0};
  constexpr CallbackMask kComTables{COR_PRF_MONITOR_CCW, 0};
  constexpr CallbackMask kAllocations{
      COR_PRF_MONITOR_OBJECT_ALLOCATED,
      COR_PRF_HIGH_MONITOR_LARGEOBJECT_ALLOCATED | COR_PRF_HIGH_MONITOR_PINNEDOBJECT_ALLOCATED};
  constexpr CallbackMask kAssemblyReferences{0, COR_PRF_HIGH_ADD_ASSEMBLY_REFERENCES};
  constexpr CallbackMask kSymbols{0, COR_PRF_HIGH_IN_MEMORY_SYMBOLS_UPDATED};
  constexpr CallbackMask kDynamicUnloads{0, COR_PRF_HIGH_MONITOR_DYNAMIC_FUNCTION_UNLOADS};
  constexpr CallbackMask kEventPipe{0, COR_PRF_HIGH_MONITOR_EVENT_PIPE};
  std::array<CallbackRow, kCallbackMethods.size() + kHooks.size()> rows{};
#define GCRUCIBLE_ROW(slot, version, method, parameters, fields, is_said, is_judged, mask, mode) \
  rows[slot] = {.low = (mask).low,                                                               \
                .high = (mask).high,                                                             \
                .may_trigger = ((mode)&kNoTrigger) == 0,                                         \
                .cooperative = ((mode)&kCooperative) != 0,                                       \
                .suspended = ((mode)&kSuspended) != 0,                                           \
                .in_collections = ((mode)&kInCollections) != 0,                                  \
                .said = is_said,                                                                 \
                .judged = is_judged};
  GCRUCIBLE_CALLBACKS(GCRUCIBLE_ROW)
#undef GCRUCIBLE_ROW
  constexpr std::uint32_t kHooked = COR_PRF_MONITOR_ENTERLEAVE;
  constexpr CallbackRow kMapping{.low = kHooked, .judged = true};
  // Under .NET 10, a collection may be forced in a direct hook and in no other one (measured).
  constexpr CallbackRow kWithFrame{.low = kHooked, .may_trigger = false, .cooperative = true, .judged = true};
  constexpr CallbackRow kDirect{.low = kHooked, .cooperative = true, .judged = true, .direct = true};
#define GCRUCIBLE_ROW(name, mode) rows[static_cast<std::size_t>(CallbackMethod::k##name)] = mode;
  GCRUCIBLE_HOOKS(GCRUCIBLE_ROW)
#undef GCRUCIBLE_ROW
  return rows;
}

}  // namespace detail

// By slot, and then the hooks. In the header, because it is read several times for every reported object.
GCRUCIBLE_OWN inline constexpr auto kCallbackRows = detail::callback_rows();

constexpr const CallbackRow& callback_row(CallbackMethod method) {
  return kCallbackRows[static_cast<std::size_t>(method)];
}

}  // namespace gcrucible::abi
