// The rule about null ids where an id is required.
#include <fmt/format.h>

#include <algorithm>

#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

constexpr CallSet kNaming{Call::kHandleCreated,
                          Call::kHandleDestroyed,
                          Call::kObjectAllocated,
                          Call::kFinalizeableObjectQueued,
                          Call::kObjectReferences,
                          Call::kThreadCreated,
                          Call::kThreadDestroyed,
                          Call::kThreadAssignedToOSThread,
                          Call::kThreadNameChanged,
                          Call::kRuntimeThreadSuspended,
                          Call::kRuntimeThreadResumed,
                          Call::kAssemblyLoadStarted,
                          Call::kAssemblyLoadFinished,
                          Call::kAssemblyUnloadStarted,
                          Call::kAssemblyUnloadFinished,
                          Call::kModuleLoadStarted,
                          Call::kModuleLoadFinished,
                          Call::kModuleUnloadStarted,
                          Call::kModuleUnloadFinished,
                          Call::kClassLoadStarted,
                          Call::kClassLoadFinished,
                          Call::kClassUnloadStarted,
                          Call::kClassUnloadFinished,
                          Call::kJITCompilationStarted,
                          Call::kJITCompilationFinished,
                          Call::kExceptionThrown,
                          Call::kJITCachedFunctionSearchStarted,
                          Call::kJITCachedFunctionSearchFinished,
                          Call::kJITFunctionPitched,
                          Call::kJITInlining,
                          Call::kDynamicMethodJITCompilationStarted,
                          Call::kDynamicMethodJITCompilationFinished,
                          Call::kDynamicMethodUnloaded,
                          Call::kFunctionUnloadStarted};

// The first required id of a callback. Null is allowed for the class in ObjectReferences (while the class
// is being unloaded) and for the object of a handle.
struct Named {
  std::string_view kind;
  std::uint64_t id;
};

Named named_by(const Callback& callback) {
  switch (callback.call) {
    case Call::kHandleCreated:
    case Call::kHandleDestroyed:
      return {"handle", callback.handle};
    case Call::kObjectAllocated:
      return callback.object == 0 ? Named{"object", 0} : Named{"class", callback.object_class};
    case Call::kFinalizeableObjectQueued:
    case Call::kObjectReferences:
    case Call::kExceptionThrown:
      return {"object", callback.object};
    case Call::kThreadCreated:
    case Call::kThreadDestroyed:
    case Call::kThreadAssignedToOSThread:
    case Call::kThreadNameChanged:
    case Call::kRuntimeThreadSuspended:
    case Call::kRuntimeThreadResumed:
      return {"thread", callback.thread_id};
    case Call::kJITInlining:
      return {"function", std::min(callback.caller, callback.function)};
    default:
      return {"one", subject_of(callback)};
  }
}

void never_null(const Callback& callback, const History& history, Ruling& ruling) {
  const Named named = named_by(callback);
  if (named.id != 0) return ruling.kept();
  ruling.broken(finding_at(callback, history.collection(),
                           fmt::format("{} names the {} 0, and there is none.", callback.name, named.kind)));
}

constexpr Binding kBindings[] = {
    {.id = "ids/never-null",
     .occasion =
         "a callback about an object, a handle, a thread, a class, a module, an assembly or a function",
     .calls = kNaming,
     .entry = never_null},
};

}  // namespace

std::span<const Binding> null_id_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
