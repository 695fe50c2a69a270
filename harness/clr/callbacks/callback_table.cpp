#include "harness/clr/callbacks/callback_table.h"

#include "harness/abi/monitor_flags.h"

namespace gcrucible::clr {

namespace {

using abi::CallbackMethod;

constexpr std::uint32_t kGc = abi::COR_PRF_MONITOR_GC;
constexpr std::uint32_t kSuspends = abi::COR_PRF_MONITOR_SUSPENDS;
constexpr std::uint32_t kThreads = abi::COR_PRF_MONITOR_THREADS;
constexpr std::uint32_t kDomains = abi::COR_PRF_MONITOR_APPDOMAIN_LOADS;
constexpr std::uint32_t kAssemblies = abi::COR_PRF_MONITOR_ASSEMBLY_LOADS;
constexpr std::uint32_t kModules = abi::COR_PRF_MONITOR_MODULE_LOADS;
constexpr std::uint32_t kClasses = abi::COR_PRF_MONITOR_CLASS_LOADS;
constexpr std::uint32_t kExceptions = abi::COR_PRF_MONITOR_EXCEPTIONS;
constexpr std::uint32_t kCompilation = abi::COR_PRF_MONITOR_JIT_COMPILATION;
constexpr std::uint32_t kReJit = abi::COR_PRF_ENABLE_REJIT;
constexpr std::uint32_t kClrExceptions = abi::COR_PRF_MONITOR_CLR_EXCEPTIONS;
constexpr std::uint32_t kComTables = abi::COR_PRF_MONITOR_CCW;
constexpr std::uint32_t kBasic = abi::COR_PRF_HIGH_BASIC_GC;
constexpr std::uint32_t kMoved = abi::COR_PRF_HIGH_MONITOR_GC_MOVED_OBJECTS;
constexpr std::uint32_t kLarge = abi::COR_PRF_HIGH_MONITOR_LARGEOBJECT_ALLOCATED;
constexpr std::uint32_t kPinned = abi::COR_PRF_HIGH_MONITOR_PINNEDOBJECT_ALLOCATED;

// Masks: rules.md section 3 and GC-MASK-002.
// Trigger scopes: coreclr.md 7.2. ObjectAllocated and FinalizeableObjectQueued may trigger in the runtime,
// although the latter comes inside a collection.
// Modes: observed under .NET 10, where GetClassFromObject fails in callbacks of preemptive mode. Inside a
// collection it succeeds in any case.
// Callbacks that .NET 10 never raises, but a scenario can: OS handlers, CLR catchers, COM tables. They are
// cooperative, because the documentation states that they block collections (PR-BLK-002).
constexpr std::array kRows{
    CallbackRow{CallbackMethod::kInitialize},
    CallbackRow{CallbackMethod::kShutdown},
    CallbackRow{CallbackMethod::kInitializeForAttach},
    CallbackRow{CallbackMethod::kProfilerAttachComplete},
    CallbackRow{CallbackMethod::kProfilerDetachSucceeded},
    CallbackRow{CallbackMethod::kLoadAsNotificationOnly},
    CallbackRow{CallbackMethod::kAppDomainCreationStarted, kDomains},
    CallbackRow{CallbackMethod::kAppDomainCreationFinished, kDomains},
    CallbackRow{CallbackMethod::kAssemblyLoadStarted, kAssemblies, 0, true, true},
    CallbackRow{CallbackMethod::kAssemblyLoadFinished, kAssemblies, 0, true, true},
    CallbackRow{CallbackMethod::kAssemblyUnloadStarted, kAssemblies},
    CallbackRow{CallbackMethod::kAssemblyUnloadFinished, kAssemblies},
    CallbackRow{CallbackMethod::kModuleLoadStarted, kModules, 0, true, true},
    CallbackRow{CallbackMethod::kModuleLoadFinished, kModules},
    CallbackRow{CallbackMethod::kModuleUnloadStarted, kModules},
    CallbackRow{CallbackMethod::kModuleUnloadFinished, kModules},
    CallbackRow{CallbackMethod::kModuleAttachedToAssembly, kModules},
    CallbackRow{CallbackMethod::kClassLoadStarted, kClasses},
    CallbackRow{CallbackMethod::kClassLoadFinished, kClasses},
    CallbackRow{CallbackMethod::kClassUnloadStarted, kClasses},
    CallbackRow{CallbackMethod::kClassUnloadFinished, kClasses},
    CallbackRow{CallbackMethod::kThreadCreated, kThreads, 0, true},
    CallbackRow{CallbackMethod::kThreadDestroyed, kThreads, 0, true},
    CallbackRow{CallbackMethod::kThreadAssignedToOSThread, kThreads, 0, false, true},
    CallbackRow{CallbackMethod::kThreadNameChanged, kThreads, 0, true},
    CallbackRow{CallbackMethod::kRuntimeSuspendStarted, kSuspends, 0, false},
    CallbackRow{CallbackMethod::kRuntimeSuspendFinished, kSuspends, 0, false},
    CallbackRow{CallbackMethod::kRuntimeSuspendAborted, kSuspends, 0, false},
    CallbackRow{CallbackMethod::kRuntimeResumeStarted, kSuspends, 0, true, true, true},
    CallbackRow{CallbackMethod::kRuntimeResumeFinished, kSuspends, 0, true},
    CallbackRow{CallbackMethod::kRuntimeThreadSuspended, kSuspends, 0, false},
    CallbackRow{CallbackMethod::kRuntimeThreadResumed, kSuspends, 0, false, true},
    CallbackRow{CallbackMethod::kGarbageCollectionStarted, kGc, kBasic, false},
    CallbackRow{CallbackMethod::kGarbageCollectionFinished, kGc, kBasic, false},
    CallbackRow{CallbackMethod::kMovedReferences, kGc, kMoved, false},
    CallbackRow{CallbackMethod::kMovedReferences2, kGc, kMoved, false},
    CallbackRow{CallbackMethod::kSurvivingReferences, kGc, 0, false},
    CallbackRow{CallbackMethod::kSurvivingReferences2, kGc, 0, false},
    CallbackRow{CallbackMethod::kFinalizeableObjectQueued, kGc, 0, true, false, true},
    CallbackRow{CallbackMethod::kRootReferences, kGc, 0, false},
    CallbackRow{CallbackMethod::kRootReferences2, kGc, 0, false},
    CallbackRow{CallbackMethod::kConditionalWeakTableElementReferences, kGc, 0, false},
    CallbackRow{CallbackMethod::kObjectReferences, kGc, 0, false},
    CallbackRow{CallbackMethod::kObjectsAllocatedByClass, kGc, 0, false},
    CallbackRow{CallbackMethod::kHandleCreated, kGc, 0, false, true},
    CallbackRow{CallbackMethod::kHandleDestroyed, kGc, 0, false, true},
    CallbackRow{CallbackMethod::kJITCompilationStarted, kCompilation},
    CallbackRow{CallbackMethod::kJITCompilationFinished, kCompilation},
    CallbackRow{CallbackMethod::kReJITCompilationStarted, kCompilation},
    CallbackRow{CallbackMethod::kReJITCompilationFinished, kCompilation},
    CallbackRow{CallbackMethod::kGetReJITParameters, kReJit},
    CallbackRow{CallbackMethod::kReJITError, kReJit},
    CallbackRow{CallbackMethod::kExceptionThrown, kExceptions, 0, true, true},
    CallbackRow{CallbackMethod::kExceptionSearchFunctionEnter, kExceptions},
    CallbackRow{CallbackMethod::kExceptionSearchFunctionLeave, kExceptions},
    CallbackRow{CallbackMethod::kExceptionSearchFilterEnter, kExceptions},
    CallbackRow{CallbackMethod::kExceptionSearchFilterLeave, kExceptions},
    CallbackRow{CallbackMethod::kExceptionSearchCatcherFound, kExceptions},
    CallbackRow{CallbackMethod::kExceptionOSHandlerEnter, kExceptions, 0, true, true},
    CallbackRow{CallbackMethod::kExceptionOSHandlerLeave, kExceptions, 0, true, true},
    CallbackRow{CallbackMethod::kExceptionUnwindFunctionEnter, kExceptions, 0, false, true},
    CallbackRow{CallbackMethod::kExceptionUnwindFunctionLeave, kExceptions, 0, false, true},
    CallbackRow{CallbackMethod::kExceptionUnwindFinallyEnter, kExceptions, 0, false, true},
    CallbackRow{CallbackMethod::kExceptionUnwindFinallyLeave, kExceptions, 0, false, true},
    CallbackRow{CallbackMethod::kExceptionCatcherEnter, kExceptions, 0, false, true},
    CallbackRow{CallbackMethod::kExceptionCatcherLeave, kExceptions, 0, true, true},
    CallbackRow{CallbackMethod::kExceptionCLRCatcherFound, kClrExceptions, 0, true, true},
    CallbackRow{CallbackMethod::kExceptionCLRCatcherExecute, kClrExceptions, 0, true, true},
    CallbackRow{CallbackMethod::kCOMClassicVTableCreated, kComTables, 0, true, true},
    CallbackRow{CallbackMethod::kCOMClassicVTableDestroyed, kComTables, 0, true, true},
    CallbackRow{CallbackMethod::kEventPipeEventDelivered, 0, abi::COR_PRF_HIGH_MONITOR_EVENT_PIPE, true,
                true},
    CallbackRow{CallbackMethod::kObjectAllocated, abi::COR_PRF_MONITOR_OBJECT_ALLOCATED, kLarge | kPinned,
                true, true},
};

// Methods without a row are never called. Their rows have no meaning.
constexpr auto by_number() {
  std::array<CallbackRow, abi::kCallbackMethods.size()> rows{};
  for (const CallbackRow& row : kRows) rows[static_cast<std::size_t>(row.method)] = row;
  return rows;
}

}  // namespace

constexpr std::array<CallbackRow, abi::kCallbackMethods.size()> kCallbackRows = by_number();

}  // namespace gcrucible::clr
