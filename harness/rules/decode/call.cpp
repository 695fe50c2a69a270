#include "harness/rules/decode/call.h"

#include "harness/abi/callback_methods.h"
#include "harness/trace/read/name_index.h"

namespace gcrucible::rules {
namespace {

// In the order of the enumerators.
constexpr trace::NameIndex<kCallCount> kNames{std::array<std::string_view, kCallCount>{
    "",
    "Initialize",
    "InitializeForAttach",
    "Shutdown",
    "RuntimeSuspendStarted",
    "RuntimeSuspendFinished",
    "RuntimeSuspendAborted",
    "RuntimeResumeStarted",
    "RuntimeResumeFinished",
    "GarbageCollectionStarted",
    "GarbageCollectionFinished",
    "ObjectsAllocatedByClass",
    "FinalizeableObjectQueued",
    "MovedReferences",
    "MovedReferences2",
    "SurvivingReferences",
    "SurvivingReferences2",
    "RootReferences",
    "RootReferences2",
    "ConditionalWeakTableElementReferences",
    "ObjectReferences",
    "ObjectAllocated",
    "HandleCreated",
    "HandleDestroyed",
    "ProfilerAttachComplete",
    "ProfilerDetachSucceeded",
    "LoadAsNotificationOnly",
    "ThreadCreated",
    "ThreadDestroyed",
    "ThreadAssignedToOSThread",
    "ThreadNameChanged",
    "RuntimeThreadSuspended",
    "RuntimeThreadResumed",
    "AppDomainCreationStarted",
    "AppDomainCreationFinished",
    "AppDomainShutdownStarted",
    "AppDomainShutdownFinished",
    "AssemblyLoadStarted",
    "AssemblyLoadFinished",
    "AssemblyUnloadStarted",
    "AssemblyUnloadFinished",
    "ModuleLoadStarted",
    "ModuleLoadFinished",
    "ModuleUnloadStarted",
    "ModuleUnloadFinished",
    "ModuleAttachedToAssembly",
    "ClassLoadStarted",
    "ClassLoadFinished",
    "ClassUnloadStarted",
    "ClassUnloadFinished",
    "FunctionUnloadStarted",
    "JITCompilationStarted",
    "JITCompilationFinished",
    "JITCachedFunctionSearchStarted",
    "JITCachedFunctionSearchFinished",
    "JITFunctionPitched",
    "JITInlining",
    "DynamicMethodJITCompilationStarted",
    "DynamicMethodJITCompilationFinished",
    "DynamicMethodUnloaded",
    "ExceptionThrown",
    "ExceptionSearchFunctionEnter",
    "ExceptionSearchFunctionLeave",
    "ExceptionSearchFilterEnter",
    "ExceptionSearchFilterLeave",
    "ExceptionSearchCatcherFound",
    "ExceptionOSHandlerEnter",
    "ExceptionOSHandlerLeave",
    "ExceptionUnwindFunctionEnter",
    "ExceptionUnwindFunctionLeave",
    "ExceptionUnwindFinallyEnter",
    "ExceptionUnwindFinallyLeave",
    "ExceptionCatcherEnter",
    "ExceptionCatcherLeave",
    "ExceptionCLRCatcherFound",
    "ExceptionCLRCatcherExecute",
    "EventPipeEventDelivered",
    "ReJITCompilationStarted",
    "ReJITCompilationFinished",
    "COMClassicVTableCreated",
    "COMClassicVTableDestroyed",
}};

constexpr std::array<std::uint8_t, kCallCount> interfaces() {
  std::array<std::uint8_t, kCallCount> versions{};
  for (std::size_t i = 1; i < kCallCount; ++i) {
    versions[i] = abi::find_method(abi::kCallbackMethods, kNames.name(i))->interface_version;
  }
  return versions;
}
// Also proves that every name is the name of a callback.
constexpr std::array<std::uint8_t, kCallCount> kInterfaces = interfaces();

}  // namespace

Call call_of(std::string_view method) {
  const std::size_t place = kNames.find(method);
  return place == kNames.kNone ? Call::kOther : static_cast<Call>(place);
}

std::string_view name_of(Call call) {
  return kNames.name(static_cast<std::size_t>(call));
}

std::uint8_t interface_of(Call call) {
  return kInterfaces[static_cast<std::size_t>(call)];
}

}  // namespace gcrucible::rules
