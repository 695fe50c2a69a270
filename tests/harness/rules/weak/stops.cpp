// Brackets, suspensions, threads and the life of a profiler with one mistake each, in traces of scenarios.
#include "tests/harness/rules/weak/damages.h"

namespace gcrucible::tests {
namespace {

constexpr const char* kOlder = "gc/older-collections-condemn-all-younger";
constexpr const char* kTables = "threads/handlers-and-com-tables-hold-up-collections";
constexpr const char* kCompiles = "code/function-is-compiled-where-blocking-is-unsafe";
constexpr const char* kProvisional = "gc/full-collection-continues-after-a-swept-one";
constexpr const char* kBackground = "background/background-collection-as-documented";
constexpr const char* kAborted = "suspension/aborted-suspension-is-tried-again";
constexpr const char* kSuspends = "suspension/profiler-suspends-the-runtime";
constexpr const char* kCollector = "server/collector-thread-has-no-id";
constexpr const char* kAttachFails = "attach/attach-fails-as-the-profiler-says";
constexpr const char* kGoesOn = "attach/attach-goes-on-although-its-completion-fails";
constexpr const char* kShutdown = "runtimes/netfx-collections-at-shutdown-are-not-announced";

constexpr const char* kStarted =
    R"("GarbageCollectionStarted","generations":[true,false,false,false,false],"reason":1)";

// The call runs on a thread of its own until the collection has started. A compilation begins and ends on one
// thread.
void hold(Lines& lines, const std::string& callback, std::size_t which) {
  if (callback == "JITCompilationStarted") erase_call(lines, "JITCompilationFinished", which);
  if (callback == "JITCompilationFinished") {
    const std::size_t begun = place_of(lines, "JITCompilationStarted", which);
    put_on_thread(lines, begun, value_of(lines[begun], "t"), "7");
  }
  const std::size_t at = place_of(lines, callback, which);
  put_on_thread(lines, at, value_of(lines[at], "t"), "7");
  return_after(lines, at, place_of(lines, "GarbageCollectionStarted"));
}

std::size_t place_of_answer(Lines& lines, const char* method) {
  return static_cast<std::size_t>(&answer_of(lines, method) - lines.data());
}

// Behind the return of the call, on its thread.
void add_behind(Lines& lines, const char* callback, std::size_t which, const std::string& call) {
  const std::size_t at = place_of(lines, callback, which);
  add_call(lines, return_of(lines, at), "900001", value_of(lines[at], "t"), call);
}

const HandDamage kBrackets[] = {
    {"a collection of the runtime's own is reported as induced",
     kOlder,
     [](Lines& l) { set(call_of(l, "GarbageCollectionStarted"), "reason", "1"); },
     {"bracket/reason"}},
    {"an induced collection is reported as the runtime's own",
     kOlder,
     [](Lines& l) { set(call_of(l, "GarbageCollectionStarted", 1), "reason", "0"); },
     {"bracket/reason"}},
    {"the reason of a collection is 2",
     kOlder,
     [](Lines& l) { set(call_of(l, "GarbageCollectionStarted", 1), "reason", "2"); },
     {"bracket/reason"}},
    {"a collection starts while COMClassicVTableCreated runs",
     kTables,
     [](Lines& l) { hold(l, "COMClassicVTableCreated", 0); },
     {"bracket/waits-for-com-tables"}},
    {"a collection starts while COMClassicVTableDestroyed runs",
     kTables,
     [](Lines& l) { hold(l, "COMClassicVTableDestroyed", 0); },
     {"bracket/waits-for-com-tables"}},
    {"a collection starts while JITCompilationStarted runs, which is not safe to block",
     kCompiles,
     [](Lines& l) { hold(l, "JITCompilationStarted", 1); },
     {"bracket/waits-where-unsafe-to-block"}},
    {"a collection starts while JITCompilationFinished runs, which is not safe to block",
     kCompiles,
     [](Lines& l) { hold(l, "JITCompilationFinished", 1); },
     {"bracket/waits-where-unsafe-to-block"}},
    {"a second report has a GarbageCollectionStarted",
     kProvisional,
     [](Lines& l) { add_behind(l, "GarbageCollectionFinished", 0, kStarted); },
     {"bracket/pairs", "bracket/resumed-between", "bracket/started-first"},
     "bracket/provisional-second-report"},
    {"a second report follows a collection of generation 0",
     kProvisional,
     [](Lines& l) { set(call_of(l, "GarbageCollectionStarted"), "generations", {1}, "false"); },
     {"bracket/condemned-generations"},
     "bracket/provisional-second-report"},
    {"a second report follows a full collection",
     kProvisional,
     [](Lines& l) {
       set(call_of(l, "GarbageCollectionStarted"), "generations", "[true,true,true,true,true]");
     },
     {"bracket/condemned-generations"},
     "bracket/provisional-second-report"},
    {"a second report has no GarbageCollectionFinished",
     kProvisional,
     [](Lines& l) { erase_call(l, "GarbageCollectionFinished", 1); },
     {"bracket/pairs"},
     "bracket/provisional-second-report"},
    {"three collections are open at a time",
     kBackground,
     [](Lines& l) { add_behind(l, "GarbageCollectionStarted", 1, kStarted); },
     {"bracket/basic-gc-bound", "bracket/resumed-between"}},
    {"a collection finishes that has not started",
     kBackground,
     [](Lines& l) { add_behind(l, "GarbageCollectionFinished", 2, R"("GarbageCollectionFinished")"); },
     {"bracket/basic-gc-bound"}},
};

const HandDamage kSuspensions[] = {
    {"an aborted suspension is resumed",
     kAborted,
     [](Lines& l) { add_behind(l, "RuntimeSuspendAborted", 0, R"("RuntimeResumeStarted")"); },
     {"suspension/abort-ends-it", "suspension/known-reason"}},
    {"a collection starts in an aborted suspension",
     kAborted,
     [](Lines& l) { add_behind(l, "RuntimeSuspendAborted", 2, kStarted); },
     {"allocated-by-class/counts", "bracket/pairs", "bracket/suspended", "suspension/abort-ends-it"},
     "suspension/abort-ends-it"},
    {"a range is reported in an aborted suspension",
     kAborted,
     [](Lines& l) {
       add_behind(l, "RuntimeSuspendAborted", 2, R"("MovedReferences2","ranges":[[4096,8192,24]])");
     },
     {"bracket/started-first", "bracket/suspended", "moved/inside-bounds", "ranges/legacy-follows",
      "ranges/object-start", "ranges/only-condemned", "suspension/abort-ends-it"},
     "suspension/abort-ends-it"},
    {"a suspension is not aborted and not finished",
     kAborted,
     [](Lines& l) { erase_call(l, "RuntimeSuspendAborted"); },
     {"suspension/ends-once"},
     "suspension/abort-ends-it"},
    {"a suspension for the profiler has the reason of a collection",
     kSuspends,
     [](Lines& l) { set(call_of(l, "RuntimeSuspendStarted"), "reason", "1"); },
     {"suspension/for-profiler"}},
    {"a suspension for the profiler has the reason of ReJIT",
     kSuspends,
     [](Lines& l) { set(call_of(l, "RuntimeSuspendStarted"), "reason", "6"); },
     {"suspension/for-profiler"}},
    {"a suspension for a collection has the reason of the profiler",
     kSuspends,
     [](Lines& l) {
       set(call_of(l, "RuntimeSuspendStarted", 1), "reason",
           value_of(call_of(l, "RuntimeSuspendStarted"), "reason"));
     },
     {"bracket/suspended", "suspension/for-profiler"},
     "suspension/for-profiler"},
    {"SuspendRuntime succeeds without a suspension",
     kSuspends,
     [](Lines& l) { erase_suspension(l, 0); },
     {"suspend-runtime/no-collection"}},
    {"a collection starts between SuspendRuntime and ResumeRuntime",
     kSuspends,
     [](Lines& l) { add_call(l, place_of_answer(l, "SuspendRuntime"), "900001", "0", kStarted); },
     {"bracket/pairs", "bracket/suspended", "suspend-runtime/no-collection"},
     "suspend-runtime/no-collection"},
    {"roots are reported between SuspendRuntime and ResumeRuntime",
     kSuspends,
     [](Lines& l) {
       add_call(l, place_of_answer(l, "SuspendRuntime"), "900001", "0", R"("RootReferences2","roots":[])");
     },
     {"bracket/started-first", "bracket/suspended", "suspend-runtime/no-collection"},
     "suspend-runtime/no-collection"},
    {"a collector's thread loads a class",
     kCollector,
     [](Lines& l) {
       const std::string thread = value_of(call_of(l, "GarbageCollectionStarted"), "t");
       add_call(l, return_of(l, place_of(l, "RuntimeResumeFinished")), "900001", thread,
                R"("ClassLoadStarted","class":4096)");
     },
     {"masks/enabled", "threads/gc-threads-only-collect"},
     "threads/gc-threads-only-collect"},
};

const HandDamage kLives[] = {
    {"the client of a failed attach receives success",
     kAttachFails,
     [](Lines& l) { set(line_with(l, "\"model\":\"attach\""), "result", "0"); },
     {"attach/result"}},
    {"the client of a failed attach receives E_NOTIMPL",
     kAttachFails,
     [](Lines& l) { set(line_with(l, "\"model\":\"attach\""), "result", "-2147467263"); },
     {"attach/result"}},
    {"the client of an attach receives a failure",
     kGoesOn,
     [](Lines& l) { set(line_with(l, "\"model\":\"attach\""), "result", "-2147467259"); },
     {"attach/result"}},
    {"after a failing ProfilerAttachComplete, a collection is not reported",
     kGoesOn,
     [](Lines& l) {
       erase_suspension(l, 0);
       for (const char* const name :
            {"GarbageCollectionStarted", "ObjectsAllocatedByClass", "MovedReferences2", "MovedReferences",
             "RootReferences2", "RootReferences", "ObjectReferences", "ObjectReferences",
             "GarbageCollectionFinished"}) {
         erase_call(l, name);
       }
     },
     {"attach/complete-ignored", "ranges/every-survivor", "references/whole-heap"}},
    {"a collection at shutdown comes without a suspension for shutdown",
     kShutdown,
     [](Lines& l) {
       erase_call(l, "RuntimeSuspendStarted", 1);
       erase_call(l, "RuntimeThreadSuspended", 1);
       erase_call(l, "RuntimeSuspendFinished", 1);
     },
     {"bracket/suspended", "shutdown/unannounced-only-then"},
     "shutdown/unannounced-only-then"},
    {"the suspension at shutdown is for ReJIT",
     kShutdown,
     [](Lines& l) { set(call_of(l, "RuntimeSuspendStarted", 1), "reason", "6"); },
     {"bracket/suspended", "shutdown/unannounced-only-then"},
     "shutdown/unannounced-only-then"},
    {"the suspension at shutdown is for a collection, and objects are allocated in it",
     kShutdown,
     [](Lines& l) { set(call_of(l, "RuntimeSuspendStarted", 1), "reason", "1"); },
     {"shutdown/unannounced-only-then"}},
    {"an object is reported after the ObjectAllocated that ends its collection",
     kShutdown,
     [](Lines& l) {
       const std::string late = call_of(l, "ObjectReferences", 3);
       erase_call(l, "ObjectReferences", 3);
       add_behind(l, "ObjectAllocated", 5,
                  late.substr(late.find("\"ObjectReferences\""),
                              late.rfind('}') - late.find("\"ObjectReferences\"")));
     },
     {"shutdown/unannounced-only-then"}},
};

}  // namespace

void stop_damages(std::vector<HandDamage>& all) {
  add(all, kBrackets);
  add(all, kSuspensions);
  add(all, kLives);
}

}  // namespace gcrucible::tests
