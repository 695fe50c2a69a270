// Which methods can trigger a collection, and from inside which callbacks none of them may be called.
#pragma once

#include "harness/rules/decode/call.h"
#include "harness/rules/decode/info_method.h"

namespace gcrucible::rules {

// CORPROF_E_UNSUPPORTED_CALL_SEQUENCE HRESULT, "Triggering Garbage Collections".
inline constexpr CallSet kForbidTriggers{Call::kThreadAssigned,
                                         Call::kExceptionUnwindFunctionEnter,
                                         Call::kExceptionUnwindFunctionLeave,
                                         Call::kExceptionUnwindFinallyEnter,
                                         Call::kExceptionUnwindFinallyLeave,
                                         Call::kExceptionCatcherEnter,
                                         Call::kSuspendStarted,
                                         Call::kSuspendFinished,
                                         Call::kSuspendAborted,
                                         Call::kThreadSuspended,
                                         Call::kThreadResumed,
                                         Call::kMoved,
                                         Call::kObjectReferences,
                                         Call::kAllocatedByClass,
                                         Call::kRoots2,
                                         Call::kHandleCreated,
                                         Call::kHandleDestroyed,
                                         Call::kStarted,
                                         Call::kFinished};
// What is told in their places, or beside them, and is not in the documentation's list.
inline constexpr CallSet kKinForbidTriggers{Call::kRoots,  Call::kSurviving, Call::kSurviving2,
                                            Call::kMoved2, Call::kElements,  Call::kFinalizeableQueued};
inline constexpr CallSet kAnyForbidTriggers = kForbidTriggers | kKinForbidTriggers;

// The same page, "Triggering Garbage Collections", and what newer versions have added.
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
