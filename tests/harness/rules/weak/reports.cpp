// Reports of collections, and allocations, with one mistake each, in traces of scenarios. The model is the
// evidence.
#include "tests/harness/rules/weak/damages.h"

namespace gcrucible::tests {
namespace {

constexpr const char* kMixed = "gc/compacts-one-generation-and-sweeps-another";
constexpr const char* kLong = "ranges/exact-lengths-beyond-32-bits";
constexpr const char* kBigArray = "ranges/array-beyond-4-gb";
constexpr const char* kFails = "ranges/failing-exact-call-suppresses-the-older-one";
constexpr const char* kPromoted = "runtimes/documented-survivors-are-promoted";
constexpr const char* kStacks = "roots-handles/roots-on-the-stacks-of-two-threads";
constexpr const char* kCounted = "roots-handles/ref-counted-handle-follows-its-count";
constexpr const char* kUncollected = "gc/uncollected-generations-are-not-reported";
constexpr const char* kUpdated = "gc/references-across-generations-are-updated";
constexpr const char* kArray = "info/array-answers-what-it-holds";
constexpr const char* kQueued = "runtimes/documented-finalizable-object-is-queued-once";
constexpr const char* kLoadLater = "allocation/class-loads-after-its-first-object";
constexpr const char* kNewObject = "allocation/new-object-is-asked-about";
constexpr const char* kThreshold = "heaps/large-object-threshold";
constexpr const char* kThresholdAbove = "runtimes/documented-threshold-is-larger-than";
constexpr const char* kAttached = "attach/large-objects-are-announced-after-an-attach";
constexpr const char* kCounts = "runtimes/documented-counts-are-of-new-objects";
constexpr const char* kMovedAlone = "masks/moved-objects-under-their-flag-alone";
constexpr const char* kSilent = "masks/flags-that-bring-nothing-in-net10";
constexpr const char* kThrown = "code/exception-moves-before-it-is-caught";
constexpr const char* kCompiled = "code/function-is-compiled-where-blocking-is-unsafe";
constexpr const char* kServer = "special/server-allocations";

// Both calls of a batch, the newer and the older.
void erase_batch(Lines& lines, const std::string& callback, std::size_t which) {
  erase_call(lines, callback + "2", which);
  erase_call(lines, callback, which);
}

const HandDamage kRanges[] = {
    {"the survivors of the swept generation are not reported",
     kMixed,
     [](Lines& l) {
       for (int i = 0; i < 3; ++i) erase_batch(l, "SurvivingReferences", 0);
     },
     {"ranges/both-families-when-mixed", "ranges/every-survivor"}},
    {"the survivors of the compacted generation are not reported",
     kMixed,
     [](Lines& l) { erase_batch(l, "MovedReferences", 0); },
     {"ranges/both-families-when-mixed", "ranges/every-survivor"}},
    {"a surviving range of 4 GB lacks its upper half",
     kLong,
     [](Lines& l) {
       set(call_of(l, "SurvivingReferences2"), "ranges", {3, 1}, "2147483656");
     },
     {"ranges/exact-lengths", "ranges/legacy-saturates", "ranges/length-in-bytes"}},
    {"a surviving range of 4 GB is 8 bytes longer than its object",
     kLong,
     [](Lines& l) {
       add_to(call_of(l, "SurvivingReferences2"), "ranges", 8, {2, 1});
     },
     {"ranges/exact-lengths"}},
    {"a moved range of 4 GB is 8 bytes shorter than its object",
     kLong,
     [](Lines& l) {
       add_to(call_of(l, "MovedReferences2"), "ranges", -8, {2, 2});
     },
     {"ranges/exact-lengths", "ranges/length-in-bytes"}},
    {"an array of 4.8 GB is reported with the largest ULONG",
     kBigArray,
     [](Lines& l) {
       set(call_of(l, "SurvivingReferences2"), "ranges", {0, 1}, "4294967295");
     },
     {"ranges/exact-lengths", "ranges/length-in-bytes"}},
    {"the batch after the failed one has no older call",
     kFails,
     [](Lines& l) { erase_call(l, "MovedReferences", 1); },
     {"ranges/failure-suppresses-one-call", "ranges/legacy-follows"}},
    {"the batch after the failed one has no newer call",
     kFails,
     [](Lines& l) { erase_call(l, "MovedReferences2", 2); },
     {"ranges/every-survivor", "ranges/legacy-same-batch", "ranges/legacy-skipped-after-failure"},
     "ranges/failure-suppresses-one-call"},
    {"a survivor of generation 0 stays there",
     kPromoted,
     [](Lines& l) {
       std::string& after = line_with(l, "\"when\":\"after\"");
       set(after, "objects", {0, 3}, "0");
     },
     {"moved/promoted"}},
    {"a survivor of generation 0 is in generation 2",
     kPromoted,
     [](Lines& l) {
       std::string& after = line_with(l, "\"when\":\"after\"");
       set(after, "objects", {0, 3}, "2");
     },
     {"moved/promoted"}},
};

void drop_root(Lines& lines, std::size_t collection, std::size_t root) {
  drop_item(call_of(lines, "RootReferences2", collection), "roots", {root});
  drop_item(call_of(lines, "RootReferences", collection), "roots", {root});
}

const HandDamage kRoots[] = {
    {"an empty stack slot is not reported",
     kStacks,
     [](Lines& l) { drop_root(l, 0, 1); },
     {"roots/empty-slots-told"}},
    {"an empty stack slot is reported twice",
     kStacks,
     [](Lines& l) {
       append(call_of(l, "RootReferences2"), "roots", value_of(call_of(l, "RootReferences2"), "roots", {1}));
       append(call_of(l, "RootReferences"), "roots", "0");
     },
     {"roots/kinds-and-flags"},
     "roots/empty-slots-told"},
    {"a stack slot with an object is not reported",
     kStacks,
     [](Lines& l) { drop_root(l, 0, 0); },
     {"references/closed-graph", "roots/complete"},
     "roots/complete"},
    {"a stack slot with an object is reported as null",
     kStacks,
     [](Lines& l) {
       set(call_of(l, "RootReferences2"), "roots", {0, 0}, "0");
       set(call_of(l, "RootReferences"), "roots", {0}, "0");
     },
     {"references/closed-graph", "roots/complete", "roots/kinds-and-flags"},
     "roots/complete"},
    {"roots are not reported at all",
     kStacks,
     [](Lines& l) {
       erase_call(l, "RootReferences2");
       erase_call(l, "RootReferences");
     },
     {"roots/complete"}},
    {"a counted handle has WEAKREF although its count is 2",
     kCounted,
     [](Lines& l) {
       set(call_of(l, "RootReferences2"), "roots", {0, 2}, "10");
     },
     {"roots/ref-counted", "roots/weak-does-not-keep"},
     "roots/ref-counted"},
    {"a counted handle has no REFCOUNTED",
     kCounted,
     [](Lines& l) {
       set(call_of(l, "RootReferences2"), "roots", {0, 2}, "0");
     },
     {"roots/handle-ids", "roots/kinds-and-flags"},
     "roots/ref-counted"},
};

const HandDamage kReferences[] = {
    {"an object of an old generation is not reported",
     kUncollected,
     [](Lines& l) { erase_call(l, "ObjectReferences"); },
     {"references/whole-heap"}},
    {"an object has another class than its type",
     kUpdated,
     [](Lines& l) { add_to(call_of(l, "ObjectReferences"), "class", 64); },
     {"references/class-of-type"}},
    {"an object has no class, where class loads are not reported",
     kUpdated,
     [](Lines& l) { set(call_of(l, "ObjectReferences"), "class", "0"); },
     {"references/class-of-unloading"}},
    {"no object has a class, where class loads are not reported",
     kUpdated,
     [](Lines& l) {
       for (std::string& line : l) {
         if (line.find("\"call\":\"ObjectReferences\"") != std::string::npos) set(line, "class", "0");
       }
     },
     {"references/class-of-unloading"}},
    {"one of two equal elements is not reported",
     kArray,
     [](Lines& l) {
       std::string& line = line_with(l, "\"refs\":[9");
       drop_item(line, "refs", {1});
     },
     {"references/every-reference", "walks/references-on-demand"}},
    {"a reference is reported twice",
     kUpdated,
     [](Lines& l) {
       std::string& line = line_with(l, "\"refs\":[9");
       append(line, "refs", value_of(line, "refs", {0}));
     },
     {"references/every-reference"}},
    {"an object is queued twice",
     kQueued,
     [](Lines& l) {
       const std::size_t at = place_of(l, "FinalizeableObjectQueued");
       add_call(l, return_of(l, at), "900001", "0", l[at].substr(l[at].find("\"Final"), std::string::npos));
       l[return_of(l, at) + 1].pop_back();
     },
     {"finalization/queued-once"}},
    {"an object with a finalizer is not queued when it dies",
     kQueued,
     [](Lines& l) { erase_call(l, "FinalizeableObjectQueued"); },
     {"finalization/queued-once", "roots/finalizer-queue"}},
};

// The two lines of a class load come after the return of the `which`th call of the callback.
void load_after(Lines& lines, const char* callback, std::size_t which) {
  const std::string named = value_of(call_of(lines, "ObjectAllocated"), "class");
  const auto load = [&](const char* name) {
    for (std::size_t i = 0;; ++i) {
      if (value_of(call_of(lines, name, i), "class") == named) return i;
    }
  };
  erase_call(lines, "ClassLoadStarted", load("ClassLoadStarted"));
  erase_call(lines, "ClassLoadFinished", load("ClassLoadFinished"));
  const std::size_t at = return_of(lines, place_of(lines, callback, which));
  add_call(lines, at, "900001", "0", R"("ClassLoadStarted","class":)" + named);
  add_call(lines, at + 2, "900003", "0", R"("ClassLoadFinished","class":)" + named + R"(,"status":0)");
}

const HandDamage kAllocations[] = {
    {"a class is loaded after its second object",
     kLoadLater,
     [](Lines& l) { load_after(l, "ObjectAllocated", 1); },
     {"allocation/class-load-follows"}},
    {"a class is loaded after the collection of its object",
     kLoadLater,
     [](Lines& l) { load_after(l, "RuntimeResumeFinished", 0); },
     {"allocation/class-load-follows"}},
    {"an object dies while its ObjectAllocated runs",
     kNewObject,
     [](Lines& l) {
       return_after(l, place_of(l, "ObjectAllocated"),
                    return_of(l, place_of(l, "GarbageCollectionFinished")));
     },
     {"allocation/held-in-callback"}},
    {"an object below the threshold is made large",
     kThreshold,
     [](Lines& l) { set(line_with(l, "\"size\":999,"), "generation", "3"); },
     {"allocation/threshold-inclusive"}},
    {"an object of the threshold is made small",
     kThreshold,
     [](Lines& l) { set(line_with(l, "\"size\":1000,"), "generation", "0"); },
     {"allocation/threshold-inclusive"}},
    {"the threshold is answered 1 higher",
     kThreshold,
     [](Lines& l) { set(answer_of(l, "GetLOHObjectSizeThreshold"), "out", "[1001]"); },
     {"allocation/threshold-inclusive"}},
    {"an object of the documented threshold is made large",
     kThresholdAbove,
     [](Lines& l) { set(line_with(l, "\"size\":1000,"), "generation", "3"); },
     {"allocated-by-class/counts", "allocation/threshold"},
     "allocation/threshold"},
    {"an object above the documented threshold is made small",
     kThresholdAbove,
     [](Lines& l) { set(line_with(l, "\"size\":1001,"), "generation", "0"); },
     {"allocation/threshold"}},
    {"an attached profiler receives a small object",
     kAttached,
     [](Lines& l) {
       const std::string type = value_of(line_with(l, "\"name\":\"Node\""), "class");
       const std::string& made = line_with(l, "\"model\":\"allocated\"", 1);
       const std::size_t at = static_cast<std::size_t>(&made - l.data());
       add_call(l, at, "900001", "0",
                R"("ObjectAllocated","object":)" + value_of(made, "at") + R"(,"class":)" + type);
     },
     {"allocation/heap-of-flag"},
     "allocation/not-after-attach"},
    {"an attached profiler receives an object without the flag for large ones",
     kAttached,
     [](Lines& l) {
       set(l.front(), "event_mask", {1}, "0");
       set(line_with(l, "\"info\":\"SetEventMask2\""), "args", {1}, "0");
       for (std::size_t i = 0; i < l.size(); ++i) {
         if (l[i].find("GetEventMask2") != std::string::npos) set(l[return_of(l, i)], "out", {1}, "0");
       }
     },
     {"allocation/heap-of-flag", "allocation/not-after-attach", "masks/allocation"},
     "allocation/not-after-attach"},
    {"more objects of a class are counted than were allocated",
     kCounts,
     [](Lines& l) {
       set(call_of(l, "ObjectsAllocatedByClass"), "classes", {0, 1}, "4");
     },
     {"allocated-by-class/counts"}},
    {"a class without new objects is counted",
     kCounts,
     [](Lines& l) {
       add_to(call_of(l, "ObjectsAllocatedByClass"), "classes", 64, {0, 0});
     },
     {"allocated-by-class/counts"}},
    {"in a recording of server GC, a collector's thread allocates",
     kServer,
     [](Lines& l) {
       const std::string collector = value_of(call_of(l, "GarbageCollectionStarted"), "t");
       std::size_t which = 0;
       while (place_of(l, "ObjectAllocated", which) < place_of(l, "RuntimeResumeFinished")) ++which;
       const std::size_t at = place_of(l, "ObjectAllocated", which);
       put_on_thread(l, at, value_of(l[at], "t"), collector);
     },
     {"threads/gc-threads-only-collect"}},
    {"in a recording, a thread allocates that got no ThreadID",
     kServer,
     [](Lines& l) {
       const std::size_t at = place_of(l, "ObjectAllocated", 3);
       put_on_thread(l, at, value_of(l[at], "t"), "99");
     },
     {"allocation/allocating-thread"}},
};

void report_again_as_moved(Lines& lines) {
  const std::string ranges = value_of(line_with(lines, "\"MovedReferences2\",\"ranges\":[["), "ranges");
  const std::string to = ranges.substr(ranges.find(',') + 1);
  const std::string row = "[[" + to.substr(0, to.find(',')) + "," + to;
  std::size_t plan = 0, seen = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].find("\"model\":\"plan\"") != std::string::npos && ++seen == 2) plan = i;
  }
  add_call(lines, plan, "900001", "0", R"("MovedReferences2","ranges":)" + row);
  add_call(lines, plan + 2, "900003", "0", R"("MovedReferences","ranges":)" + row);
}

const HandDamage kMasks[] = {
    {"under the flag for moved objects alone, a moved range is not reported",
     kMovedAlone,
     [](Lines& l) { erase_batch(l, "MovedReferences", 1); },
     {"masks/moved-objects-alone"}},
    {"under the flag for moved objects alone, ranges are reported as surviving",
     kMovedAlone,
     [](Lines& l) {
       for (const std::string name : {"MovedReferences2", "MovedReferences"}) {
         std::string& line = call_of(l, name, 1);
         replace(line, "Moved", "Surviving");
         drop_item(line, "ranges", {0, 0});
       }
     },
     {"masks/enabled", "masks/moved-objects-alone", "moved/inside-bounds", "ranges/object-start",
      "ranges/only-condemned"},
     "masks/moved-objects-alone"},
    {"under the flag for moved objects alone, a swept collection is reported",
     kMovedAlone,
     report_again_as_moved,
     {"ranges/family-of-mode"},
     "masks/moved-objects-alone"},
    {"an object is announced under the flag for pinned ones alone",
     kSilent,
     [](Lines& l) {
       std::size_t at = 0;
       for (std::size_t i = 0; i < l.size(); ++i) {
         if (l[i].find("\"generation\":4") != std::string::npos) at = i;
       }
       add_call(l, at, "900001", "0",
                R"("ObjectAllocated","object":)" + value_of(l[at], "at") + R"(,"class":)" +
                    value_of(line_with(l, "Byte[]"), "class"));
     },
     {"masks/pinned-objects-alone-silent"}},
};

const HandDamage kSubjects[] = {
    {"an exception is caught at its old address",
     kThrown,
     [](Lines& l) {
       set(call_of(l, "ExceptionCatcherEnter"), "object", value_of(call_of(l, "ExceptionThrown"), "object"));
     },
     {"exceptions/object-of-catcher"}},
    {"an exception is caught 8 bytes too high",
     kThrown,
     [](Lines& l) { add_to(call_of(l, "ExceptionCatcherEnter"), "object", 8); },
     {"exceptions/object-of-catcher"}},
    {"the exception is 12345",
     kThrown,
     [](Lines& l) { set(call_of(l, "ExceptionThrown"), "object", "12345"); },
     {"exceptions/object-of-catcher", "exceptions/thrown-object"},
     "exceptions/thrown-object"},
    {"an exception is thrown 8 bytes too high",
     kThrown,
     [](Lines& l) { add_to(call_of(l, "ExceptionThrown"), "object", 8); },
     {"exceptions/object-of-catcher", "exceptions/thrown-object"},
     "exceptions/thrown-object"},
    {"the compilation of one function ends as that of another",
     kCompiled,
     [](Lines& l) { add_to(call_of(l, "JITCompilationFinished"), "function", 8); },
     {"loads/compilation-pairs"}},
    {"a compilation does not begin",
     kCompiled,
     [](Lines& l) { erase_call(l, "JITCompilationStarted"); },
     {"loads/compilation-pairs"}},
    {"a compilation does not end",
     kCompiled,
     [](Lines& l) { erase_call(l, "JITCompilationFinished", 1); },
     {"loads/compilation-pairs"}},
    {"an object is announced with the class of another",
     kNewObject,
     [](Lines& l) { add_to(call_of(l, "ObjectAllocated"), "class", 8); },
     {"references/class-of-type"}},
};

}  // namespace

void report_damages(std::vector<HandDamage>& all) {
  add(all, kRanges);
  add(all, kRoots);
  add(all, kReferences);
  add(all, kAllocations);
  add(all, kMasks);
  add(all, kSubjects);
}

}  // namespace gcrucible::tests
