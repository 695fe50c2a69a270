// From inside which callbacks nothing may be called that can trigger a collection.
#pragma once

#include "harness/rules/call.h"

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

}  // namespace gcrucible::rules
