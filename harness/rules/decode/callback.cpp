#include "harness/rules/decode/callback.h"

#include <algorithm>

namespace gcrucible::rules {

bool has_nulls(const Callback& callback) {
  if (callback.call == Call::kHandleCreated && callback.object == 0) return true;
  if (callback.call == Call::kObjectReferences && callback.object_class == 0) return true;
  return std::ranges::any_of(callback.roots, [](const Root& root) { return root.object == 0; }) ||
         std::ranges::any_of(callback.classes, [](const ClassCount& each) { return each.object_class == 0; });
}

std::uint64_t subject_of(const Callback& callback) {
  switch (callback.call) {
    case Call::kHandleCreated:
    case Call::kHandleDestroyed:
      return callback.handle;
    case Call::kObjectReferences:
    case Call::kObjectAllocated:
    case Call::kFinalizeableObjectQueued:
    case Call::kExceptionThrown:
      return callback.object;
    case Call::kThreadCreated:
    case Call::kThreadDestroyed:
    case Call::kThreadAssignedToOSThread:
    case Call::kThreadNameChanged:
    case Call::kRuntimeThreadSuspended:
    case Call::kRuntimeThreadResumed:
      return callback.thread_id;
    default:
      break;
  }
  // Other callbacks name one thing only. ModuleAttachedToAssembly names its module first.
  for (const std::uint64_t named :
       {callback.function, callback.object_class, callback.module, callback.assembly, callback.appdomain}) {
    if (named != 0) return named;
  }
  return 0;
}

}  // namespace gcrucible::rules
