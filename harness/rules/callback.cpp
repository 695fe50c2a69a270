#include "harness/rules/callback.h"

namespace gcrucible::rules {

std::uint64_t subject_of(const Callback& callback) {
  switch (callback.call) {
    case Call::kHandleCreated:
    case Call::kHandleDestroyed:
      return callback.handle;
    case Call::kObjectReferences:
    case Call::kObjectAllocated:
    case Call::kFinalizeableQueued:
    case Call::kExceptionThrown:
      return callback.object;
    case Call::kThreadCreated:
    case Call::kThreadDestroyed:
    case Call::kThreadAssigned:
    case Call::kThreadNameChanged:
    case Call::kThreadSuspended:
    case Call::kThreadResumed:
      return callback.thread_id;
    default:
      break;
  }
  // The rest names one thing only, ModuleAttachedToAssembly its module first.
  for (const std::uint64_t named :
       {callback.function, callback.object_class, callback.module, callback.assembly, callback.appdomain}) {
    if (named != 0) return named;
  }
  return 0;
}

}  // namespace gcrucible::rules
