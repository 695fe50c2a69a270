#include "harness/program/callback_shapes.h"

#include <algorithm>

namespace gcrucible::program {
namespace {

using Type = ArgumentType;

constexpr ArgumentShape one(std::string_view key, Type type) {
  return {.key = key, .width = 0, .types = {type}};
}

template <typename... Types>
constexpr ArgumentShape rows(std::string_view key, Types... types) {
  return {.key = key, .width = sizeof...(Types), .types = {types...}};
}

template <typename... Arguments>
constexpr CallbackShape row(std::uint16_t slot, Arguments... arguments) {
  return {.slot = slot, .count = sizeof...(Arguments), .arguments = {arguments...}};
}

constexpr ArgumentShape kStatus = one("status", Type::kStatus);
constexpr ArgumentShape kClass = one("class", Type::kClass);
constexpr ArgumentShape kObject = one("object", Type::kObject);
constexpr ArgumentShape kHandle = one("handle", Type::kHandle);
constexpr ArgumentShape kThread = one("thread", Type::kThread);
constexpr ArgumentShape kFunction = one("function", Type::kFunction);
constexpr ArgumentShape kModule = one("module", Type::kModule);
constexpr ArgumentShape kAssembly = one("assembly", Type::kAssembly);
constexpr ArgumentShape kDomain = one("appdomain", Type::kDomain);
constexpr ArgumentShape kReason = one("reason", Type::kNumber);
constexpr ArgumentShape kBlock = one("safe_to_block", Type::kFlag);
constexpr ArgumentShape kFlags = one("flags", Type::kNumber);
constexpr ArgumentShape kMoved = rows("ranges", Type::kObject, Type::kObject, Type::kNumber);
constexpr ArgumentShape kSurviving = rows("ranges", Type::kObject, Type::kNumber);

// Ascending by slot. Keys are in the order in which traces write them.
constexpr std::array kShapes{
    row(3),                                            // Initialize
    row(4),                                            // Shutdown
    row(5, kDomain),                                   // AppDomainCreationStarted
    row(6, kDomain, kStatus),                          // AppDomainCreationFinished
    row(7, kDomain),                                   // AppDomainShutdownStarted
    row(8, kDomain, kStatus),                          // AppDomainShutdownFinished
    row(9, kAssembly),                                 // AssemblyLoadStarted
    row(10, kAssembly, kStatus),                       // AssemblyLoadFinished
    row(11, kAssembly),                                // AssemblyUnloadStarted
    row(12, kAssembly, kStatus),                       // AssemblyUnloadFinished
    row(13, kModule),                                  // ModuleLoadStarted
    row(14, kModule, kStatus),                         // ModuleLoadFinished
    row(15, kModule),                                  // ModuleUnloadStarted
    row(16, kModule, kStatus),                         // ModuleUnloadFinished
    row(17, kModule, kAssembly),                       // ModuleAttachedToAssembly
    row(18, kClass),                                   // ClassLoadStarted
    row(19, kClass, kStatus),                          // ClassLoadFinished
    row(20, kClass),                                   // ClassUnloadStarted
    row(21, kClass, kStatus),                          // ClassUnloadFinished
    row(22, kFunction),                                // FunctionUnloadStarted
    row(23, kFunction, kBlock),                        // JITCompilationStarted
    row(24, kFunction, kStatus, kBlock),               // JITCompilationFinished
    row(25, kFunction),                                // JITCachedFunctionSearchStarted
    row(26, kFunction, one("result", Type::kNumber)),  // JITCachedFunctionSearchFinished
    row(27, kFunction),                                // JITFunctionPitched
    row(28, one("caller", Type::kFunction), one("callee", Type::kFunction)),  // JITInlining
    row(29, kThread),                                                         // ThreadCreated
    row(30, kThread),                                                         // ThreadDestroyed
    row(31, kThread),                                                         // ThreadAssignedToOSThread
    row(40, kFunction, kReason),                                              // UnmanagedToManagedTransition
    row(41, kFunction, kReason),                                              // ManagedToUnmanagedTransition
    row(42, kReason),                                                         // RuntimeSuspendStarted
    row(43),                                                                  // RuntimeSuspendFinished
    row(44),                                                                  // RuntimeSuspendAborted
    row(45),                                                                  // RuntimeResumeStarted
    row(46),                                                                  // RuntimeResumeFinished
    row(47, kThread),                                                         // RuntimeThreadSuspended
    row(48, kThread),                                                         // RuntimeThreadResumed
    row(49, kMoved),                                                          // MovedReferences
    row(50, kObject, kClass),                                                 // ObjectAllocated
    row(51, rows("classes", Type::kClass, Type::kNumber)),                    // ObjectsAllocatedByClass
    row(52, kObject, kClass, rows("refs", Type::kObject)),                    // ObjectReferences
    row(53, rows("roots", Type::kObject)),                                    // RootReferences
    row(54, kObject),                                                         // ExceptionThrown
    row(55, kFunction),                                                       // ExceptionSearchFunctionEnter
    row(56),                                                                  // ExceptionSearchFunctionLeave
    row(57, kFunction),                                                       // ExceptionSearchFilterEnter
    row(58),                                                                  // ExceptionSearchFilterLeave
    row(59, kFunction),                                                       // ExceptionSearchCatcherFound
    row(60),                                                                  // ExceptionOSHandlerEnter
    row(61),                                                                  // ExceptionOSHandlerLeave
    row(62, kFunction),                                                       // ExceptionUnwindFunctionEnter
    row(63),                                                                  // ExceptionUnwindFunctionLeave
    row(64, kFunction),                                                       // ExceptionUnwindFinallyEnter
    row(65),                                                                  // ExceptionUnwindFinallyLeave
    row(66, kFunction, kObject),                                              // ExceptionCatcherEnter
    row(67),                                                                  // ExceptionCatcherLeave
    row(68, kClass, one("slots", Type::kNumber)),                             // COMClassicVTableCreated
    row(69, kClass),                                                          // COMClassicVTableDestroyed
    row(70),                                                                  // ExceptionCLRCatcherFound
    row(71),                                                                  // ExceptionCLRCatcherExecute
    row(72, kThread, one("name", Type::kText)),                               // ThreadNameChanged
    row(73, rows("generations", Type::kFlag), kReason),                       // GarbageCollectionStarted
    row(74, kSurviving),                                                      // SurvivingReferences
    row(75),                                                                  // GarbageCollectionFinished
    row(76, kObject, kFlags),                                                 // FinalizeableObjectQueued
    row(77, rows("roots", Type::kObject, Type::kRootKind, Type::kRootFlags,
                 Type::kRootId)),                                         // RootReferences2
    row(78, kHandle, kObject),                                            // HandleCreated
    row(79, kHandle),                                                     // HandleDestroyed
    row(80, one("data_bytes", Type::kNumber), one("data", Type::kText)),  // InitializeForAttach
    row(81),                                                              // ProfilerAttachComplete
    row(82),                                                              // ProfilerDetachSucceeded
    row(87, kMoved),                                                      // MovedReferences2
    row(88, kSurviving),                                                  // SurvivingReferences2
    // ConditionalWeakTableElementReferences
    row(89, rows("elements", Type::kObject, Type::kObject, Type::kHandle)),
    row(94, kFunction),  // DynamicMethodUnloaded
    row(97),             // LoadAsNotificationOnly
};

constexpr CallbackShape kRootEntry =
    row(0, kObject, one("kind", Type::kRootKind), one("flags", Type::kRootFlags), one("id", Type::kRootId));
constexpr CallbackShape kElementEntry =
    row(0, one("key", Type::kObject), one("value", Type::kObject), one("handle", Type::kHandle));
constexpr CallbackShape kClassEntry = row(0, kClass, one("count", Type::kNumber));
constexpr CallbackShape kQueuedEntry = row(0, kObject, kFlags);
constexpr CallbackShape kReferencesEntry = row(0, kObject, kClass, rows("refs", Type::kObject));
constexpr CallbackShape kNone = row(0);

}  // namespace

const CallbackShape* callback_shape(std::uint16_t slot) {
  const auto found = std::ranges::find(kShapes, slot, &CallbackShape::slot);
  return found == kShapes.end() ? nullptr : &*found;
}

const CallbackShape& entry_shape(ReportPart part) {
  switch (part) {
    case ReportPart::kObjectsAllocatedByClass:
      return kClassEntry;
    case ReportPart::kFinalizeableObjectQueued:
      return kQueuedEntry;
    case ReportPart::kRoots:
      return kRootEntry;
    case ReportPart::kDependentHandles:
      return kElementEntry;
    case ReportPart::kObjectReferences:
      return kReferencesEntry;
    case ReportPart::kLargeObjectRanges:
    case ReportPart::kPinnedObjectRanges:
    case ReportPart::kSmallObjectRanges:
      break;
  }
  return kNone;
}

}  // namespace gcrucible::program
