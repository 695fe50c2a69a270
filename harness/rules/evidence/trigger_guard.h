// Methods that can trigger a collection, and callbacks in which they must not be called.
#pragma once

#include "harness/rules/decode/call.h"
#include "harness/rules/decode/info_method.h"

namespace gcrucible::rules {

// CORPROF_E_UNSUPPORTED_CALL_SEQUENCE HRESULT, "Triggering Garbage Collections".
inline constexpr CallSet kForbidTriggers{Call::kThreadAssignedToOSThread,
                                         Call::kExceptionUnwindFunctionEnter,
                                         Call::kExceptionUnwindFunctionLeave,
                                         Call::kExceptionUnwindFinallyEnter,
                                         Call::kExceptionUnwindFinallyLeave,
                                         Call::kExceptionCatcherEnter,
                                         Call::kRuntimeSuspendStarted,
                                         Call::kRuntimeSuspendFinished,
                                         Call::kRuntimeSuspendAborted,
                                         Call::kRuntimeThreadSuspended,
                                         Call::kRuntimeThreadResumed,
                                         Call::kMovedReferences,
                                         Call::kObjectReferences,
                                         Call::kObjectsAllocatedByClass,
                                         Call::kRootReferences2,
                                         Call::kHandleCreated,
                                         Call::kHandleDestroyed,
                                         Call::kGarbageCollectionStarted,
                                         Call::kGarbageCollectionFinished};
// Related callbacks that are delivered instead of these or in addition to them. The documentation does not
// list them.
inline constexpr CallSet kKinForbidTriggers{Call::kRootReferences,
                                            Call::kSurvivingReferences,
                                            Call::kSurvivingReferences2,
                                            Call::kMovedReferences2,
                                            Call::kConditionalWeakTableElementReferences,
                                            Call::kFinalizeableObjectQueued};
inline constexpr CallSet kAnyForbidTriggers = kForbidTriggers | kKinForbidTriggers;

// The same page, "Triggering Garbage Collections", and additions of newer versions.
inline constexpr InfoSet kTriggeringMethods{InfoMethod::kGetILFunctionBodyAllocator,
                                            InfoMethod::kSetILFunctionBody,
                                            InfoMethod::kSetILInstrumentedCodeMap,
                                            InfoMethod::kForceGC,
                                            InfoMethod::kGetClassFromToken,
                                            InfoMethod::kGetClassFromTokenAndTypeArgs,
                                            InfoMethod::kGetFunctionFromTokenAndTypeArgs,
                                            InfoMethod::kGetAppDomainInfo,
                                            InfoMethod::kEnumModules,
                                            InfoMethod::kRequestProfilerDetach,
                                            InfoMethod::kGetAppDomainsContainingModule};
inline constexpr InfoSet kNewerTriggeringMethods{
    InfoMethod::kApplyMetaData, InfoMethod::kSuspendRuntime,           InfoMethod::kResumeRuntime,
    InfoMethod::kRequestReJIT,  InfoMethod::kRequestReJITWithInliners, InfoMethod::kGetFunctionFromIP2};

}  // namespace gcrucible::rules
