// Answers of Info methods with one mistake each. In scenarios, the model describes types and objects. In a
// real .NET 10, other answers are the evidence.
#include "tests/harness/rules/weak/damages.h"

namespace gcrucible::tests {
namespace {

constexpr const char* kClasses = "info/classes-describe-themselves";
constexpr const char* kWalks = "info/the-heap-is-walked-on-demand";
constexpr const char* kHeapWalk = "info/heap-walk-visits-every-object";
constexpr const char* kArray = "info/array-answers-what-it-holds";
constexpr const char* kBigArray = "ranges/array-beyond-4-gb";
constexpr const char* kBefore = "info/info-before-and-after-a-collection";
constexpr const char* kNewObject = "allocation/new-object-is-asked-about";
constexpr const char* kStrings = "info/string-layout-without-some-answers";
constexpr const char* kNoTable = "info/no-generation-table-without-a-flag";
constexpr const char* kFrozen = "heaps/frozen-objects-lie-apart";
constexpr const char* kSuspends = "suspension/profiler-suspends-the-runtime";
constexpr const char* kRefused = "suspension/suspend-runtime-is-refused-in-a-collection";
constexpr const char* kQuestions = "special/questions";

constexpr const char* kEInvalid = "-2147024809";
constexpr const char* kEFail = "-2147467259";
constexpr const char* kOverflow = "-2146233066";

const HandDamage kOfClasses[] = {
    {"IsArrayClass answers S_FALSE for an array",
     kClasses,
     [](Lines& l) { set(answer_of(l, "IsArrayClass"), "hr", "1"); },
     {"classes/array-answers"}},
    {"IsArrayClass fails for an array",
     kClasses,
     [](Lines& l) { set(answer_of(l, "IsArrayClass"), "hr", kEInvalid); },
     {"classes/array-answers"}},
    {"an array has another rank",
     kClasses,
     [](Lines& l) { set(answer_of(l, "IsArrayClass"), "out", {2}, "2"); },
     {"classes/array-answers"}},
    {"an array has no rank",
     kClasses,
     [](Lines& l) { set(answer_of(l, "IsArrayClass"), "out", {2}, "null"); },
     {"classes/array-answers"}},
    {"an array has another type of elements",
     kClasses,
     [](Lines& l) { set(answer_of(l, "IsArrayClass", 1), "out", {0}, "6"); },
     {"classes/array-answers"}},
    {"an array has another class of elements",
     kClasses,
     [](Lines& l) { set(answer_of(l, "IsArrayClass"), "out", {1}, "4096"); },
     {"classes/array-answers"}},
    {"IsArrayClass answers S_OK for a class",
     kClasses,
     [](Lines& l) { set(answer_of(l, "IsArrayClass", 2), "hr", "0"); },
     {"classes/array-answers"}},
    {"in a recording, IsArrayClass answers S_FALSE for an array",
     kQuestions,
     [](Lines& l) { set(asked(l, "IsArrayClass", "0"), "hr", "1"); },
     {"classes/array-answers"}},
    {"in a recording, an array has more dimensions than GetArrayObjectInfo filled",
     kQuestions,
     [](Lines& l) { set(asked(l, "IsArrayClass", "0"), "out", {2}, "2"); },
     {"classes/array-answers"}},
    {"in a recording, an array has no element type",
     kQuestions,
     [](Lines& l) { set(asked(l, "IsArrayClass", "0"), "out", {0}, "null"); },
     {"classes/array-answers"}},
    {"in a recording, GetArrayObjectInfo refuses an array",
     kQuestions,
     [](Lines& l) { set(asked(l, "GetArrayObjectInfo", "0"), "hr", kEInvalid); },
     {"classes/array-answers"}},
    {"GetClassLayout lists an inherited field",
     kClasses,
     [](Lines& l) {
       std::string& line = answer_of(l, "GetClassLayout");
       const std::string inherited = value_of(answer_of(l, "GetClassLayout", 1), "out", {0, 0});
       set(line, "out", {0}, "[" + inherited + "," + value_of(line, "out", {0, 0}) + "]");
       set(line, "out", {1}, "2");
     },
     {"classes/own-fields"}},
    {"GetClassLayout counts more fields than there are",
     kClasses,
     [](Lines& l) { set(answer_of(l, "GetClassLayout"), "out", {1}, "2"); },
     {"classes/own-fields"}},
    {"GetClassLayout leaves the fields out",
     kClasses,
     [](Lines& l) { set(answer_of(l, "GetClassLayout"), "out", "[[],0,40]"); },
     {"classes/own-fields"}},
    {"a field is at another offset",
     kClasses,
     [](Lines& l) {
       add_to(answer_of(l, "GetClassLayout", 1), "out", 4, {0, 1, 1});
     },
     {"classes/own-fields"}},
    {"two fields have the same token",
     kClasses,
     [](Lines& l) {
       std::string& line = answer_of(l, "GetClassLayout", 1);
       set(line, "out", {0, 1, 0}, value_of(line, "out", {0, 0, 0}));
     },
     {"classes/own-fields"}},
    {"GetClassLayout succeeds for a string",
     kClasses,
     [](Lines& l) {
       std::string& line = answer_of(l, "GetClassLayout", 2);
       set(line, "hr", "0");
       set(line, "out", "[[],0,24]");
     },
     {"classes/own-fields"}},
    {"GetClassLayout fails for a string with another HRESULT",
     kClasses,
     [](Lines& l) { set(answer_of(l, "GetClassLayout", 2), "hr", kEFail); },
     {"classes/own-fields"}},
    {"GetClassLayout fails for a class",
     kClasses,
     [](Lines& l) { set(answer_of(l, "GetClassLayout", 1), "hr", kEFail); },
     {"classes/own-fields"}},
};

const HandDamage kOfObjects[] = {
    {"GetObjectSize succeeds for 4.8 GB",
     kBigArray,
     [](Lines& l) { set(answer_of(l, "GetObjectSize"), "hr", "0"); },
     {"bracket/new-addresses-in-finished", "objects/size-overflow", "objects/size-without-padding"},
     "objects/size-overflow"},
    {"GetObjectSize2 overflows for 4.8 GB",
     kBigArray,
     [](Lines& l) { set(answer_of(l, "GetObjectSize2"), "hr", kOverflow); },
     {"bracket/new-addresses-in-finished", "objects/size-overflow"},
     "objects/size-overflow"},
    {"GetObjectSize2 answers the low 32 bits",
     kBigArray,
     [](Lines& l) { set(answer_of(l, "GetObjectSize2"), "out", "[505032728]"); },
     {"bracket/new-addresses-in-finished", "objects/size-overflow", "objects/size-without-padding"},
     "objects/size-overflow"},
    {"GetObjectSize overflows for a new object of 24 bytes",
     kNewObject,
     [](Lines& l) { set(answer_of(l, "GetObjectSize"), "hr", kOverflow); },
     {"objects/size-overflow"}},
    {"in a recording, GetObjectSize overflows for a small object",
     kQuestions,
     [](Lines& l) { set(asked(l, "GetObjectSize", "0"), "hr", kOverflow); },
     {"objects/size-overflow"}},
    {"in a recording, the two sizes of an object differ",
     kQuestions,
     [](Lines& l) { add_to(asked(l, "GetObjectSize", "0"), "out", -8, {0}); },
     {"objects/size-overflow", "objects/size-without-padding"}},
    {"in a recording, GetObjectSize2 fails where GetObjectSize succeeds",
     kQuestions,
     [](Lines& l) { set(asked(l, "GetObjectSize2", "0"), "hr", kEFail); },
     {"bracket/new-addresses-in-finished", "objects/size-overflow"},
     "objects/size-overflow"},
    {"a new object has another size than its class",
     kNewObject,
     [](Lines& l) { set(answer_of(l, "GetObjectSize"), "out", "[32]"); },
     {"objects/size-of-class"}},
    {"an object has another size in GarbageCollectionStarted",
     kBefore,
     [](Lines& l) { set(answer_of(l, "GetObjectSize"), "out", "[8]"); },
     {"bracket/old-addresses-in-started", "objects/size-of-class", "objects/size-without-padding"}},
    {"GetObjectSize fails in GarbageCollectionStarted",
     kBefore,
     [](Lines& l) { set(answer_of(l, "GetObjectSize"), "hr", kEFail); },
     {"bracket/old-addresses-in-started"}},
    {"an object has its new generation in GarbageCollectionStarted",
     kBefore,
     [](Lines& l) {
       set(answer_of(l, "GetObjectGeneration"), "out", {0, 0, 0}, "1");
     },
     {"bracket/old-addresses-in-started", "generations/object-in-its-range"}},
    {"the range of an object begins elsewhere than in the table",
     kBefore,
     [](Lines& l) {
       set(answer_of(l, "GetObjectGeneration"), "out", {0, 0, 1}, "8");
     },
     {"generations/object-in-its-range"},
     "bracket/old-addresses-in-started"},
    {"in a recording, the range of an object begins elsewhere than in the table",
     kQuestions,
     [](Lines& l) {
       add_to(asked(l, "GetObjectGeneration", "0"), "out", -8, {0, 0, 1});
     },
     {"generations/object-in-its-range"}},
    {"an array is longer than its object",
     kArray,
     [](Lines& l) { set(answer_of(l, "GetArrayObjectInfo"), "out", {0}, "4"); },
     {"objects/array-contents"}},
    {"an array begins at index 1",
     kArray,
     [](Lines& l) { set(answer_of(l, "GetArrayObjectInfo"), "out", {1}, "1"); },
     {"objects/array-contents"}},
    {"the elements begin elsewhere",
     kArray,
     [](Lines& l) { add_to(answer_of(l, "GetArrayObjectInfo"), "out", 8, {2}); },
     {"objects/array-contents"}},
    {"GetArrayObjectInfo refuses an array",
     kArray,
     [](Lines& l) { set(answer_of(l, "GetArrayObjectInfo"), "hr", kEFail); },
     {"objects/array-contents"}},
    {"in a recording, an array is longer than its object",
     kQuestions,
     [](Lines& l) { add_to(asked_with(l, "GetArrayObjectInfo", "\"out\":[4,"), "out", 1, {0}); },
     {"objects/array-contents"}},
    {"in a recording, an array begins at index 1",
     kQuestions,
     [](Lines& l) { set(asked(l, "GetArrayObjectInfo", "0"), "out", {1}, "1"); },
     {"objects/array-contents"}},
    {"in a recording, the elements begin elsewhere",
     kQuestions,
     [](Lines& l) { add_to(asked_with(l, "GetArrayObjectInfo", "\"out\":[17,"), "out", 8, {2}); },
     {"objects/array-contents"}},
    {"in a recording, IsFrozenObject denies that an object is frozen",
     kQuestions,
     [](Lines& l) { set(asked_with(l, "IsFrozenObject", "\"out\":[1]"), "out", "[0]"); },
     {"objects/frozen-answer"}},
    {"in a recording, frozen objects lie in no range outside the heap",
     kQuestions,
     [](Lines& l) {
       add_to(asked_with(l, "GetNonGCHeapBounds", ",[["), "out", 4294967296, {1, 0, 0});
     },
     {"objects/frozen-answer"},
     "non-gc-heap/apart"},
    {"in a recording, GetObjectGeneration succeeds for a frozen object",
     kQuestions,
     [](Lines& l) {
       std::string& line = asked(l, "GetObjectGeneration", "-2146233463");
       const std::string row = value_of(asked(l, "GetObjectGeneration", "0"), "out");
       set(line, "hr", "0");
       set(line, "out", row);
     },
     {"generations/object-in-its-range"},
     "generations/not-gc-object"},
    {"in a recording, the profiler's thread has another ThreadID",
     kQuestions,
     [](Lines& l) { add_to(asked(l, "GetCurrentThreadID", "0"), "out", 64, {0}); },
     {"threads/no-id-on-gc-threads"}},
    {"in a recording, an object has no class",
     kQuestions,
     [](Lines& l) { set(asked(l, "GetClassFromObject", "0"), "out", "[0]"); },
     {"objects/class-of-unloading"}},
    {"a module has frozen objects",
     kFrozen,
     [](Lines& l) { set(answer_of(l, "EnumModuleFrozenObjects"), "visited", "[4096]"); },
     {"objects/no-module-frozen-objects"}},
    {"a new object has another class than announced",
     kNewObject,
     [](Lines& l) { set(answer_of(l, "GetClassFromObject"), "out", "[4096]"); },
     {"allocation/held-in-callback"}},
    {"a new object has no class",
     kNewObject,
     [](Lines& l) { set(answer_of(l, "GetClassFromObject"), "hr", kEFail); },
     {"allocation/held-in-callback"}},
    {"a new object has no size",
     kNewObject,
     [](Lines& l) { set(answer_of(l, "GetObjectSize"), "hr", kEFail); },
     {"allocation/held-in-callback"}},
};

const HandDamage kOfWalks[] = {
    {"EnumerateObjectReferences answers S_OK for a string",
     kClasses,
     [](Lines& l) { set(answer_of(l, "EnumerateObjectReferences"), "hr", "0"); },
     {"walks/reference-callback"}},
    {"EnumerateObjectReferences answers S_FALSE for an object with references",
     kWalks,
     [](Lines& l) { set(answer_of(l, "EnumerateObjectReferences"), "hr", "1"); },
     {"walks/reference-callback"}},
    {"EnumerateObjectReferences visits a reference twice",
     kWalks,
     [](Lines& l) {
       std::string& line = answer_of(l, "EnumerateObjectReferences");
       append(line, "visited", value_of(line, "visited", {0}));
     },
     {"walks/references-on-demand"},
     "walks/reference-callback"},
    {"EnumerateObjectReferences goes on after FALSE",
     kWalks,
     [](Lines& l) { append_key(answer_of(l, "EnumerateObjectReferences"), "\"stopped\":1"); },
     {"walks/reference-callback"}},
    {"EnumerateObjectReferences stops before FALSE",
     kWalks,
     [](Lines& l) {
       std::string& line = answer_of(l, "EnumerateObjectReferences");
       drop_item(line, "visited", {1});
       append_key(line, "\"stopped\":2");
     },
     {"walks/reference-callback"}},
    {"EnumerateObjectReferences succeeds without a callback",
     kWalks,
     [](Lines& l) { set(answer_of(l, "EnumerateObjectReferences"), "args", {1}, "null"); },
     {"walks/reference-callback"}},
    {"EnumerateObjectReferences fails for an object",
     kWalks,
     [](Lines& l) { set(answer_of(l, "EnumerateObjectReferences", 1), "hr", kEFail); },
     {"walks/reference-callback"}},
    {"in a recording, EnumerateObjectReferences answers S_OK and S_FALSE for objects of one class",
     kQuestions,
     [](Lines& l) { set(asked(l, "EnumerateObjectReferences", "1"), "hr", "0"); },
     {"walks/reference-callback"}},
    {"in a recording, EnumerateObjectReferences answers S_FALSE for an object with references",
     kQuestions,
     [](Lines& l) {
       std::string& line = asked_with(l, "EnumerateObjectReferences", "\"visited\":[1");
       set(line, "hr", "1");
       set(line, "visited", "[]");
     },
     {"walks/references-on-demand"},
     "walks/reference-callback"},
    {"EnumerateGCHeapObjects leaves a survivor out",
     kHeapWalk,
     [](Lines& l) { drop_item(answer_of(l, "EnumerateGCHeapObjects"), "visited", {0}); },
     {"walks/heap"}},
    {"EnumerateGCHeapObjects leaves a new object out",
     kHeapWalk,
     [](Lines& l) { drop_item(answer_of(l, "EnumerateGCHeapObjects"), "visited", {1}); },
     {"walks/heap"}},
    {"EnumerateGCHeapObjects visits an object twice",
     kHeapWalk,
     [](Lines& l) {
       std::string& line = answer_of(l, "EnumerateGCHeapObjects");
       append(line, "visited", value_of(line, "visited", {0}));
     },
     {"walks/heap"}},
    {"EnumerateGCHeapObjects goes on after FALSE",
     kHeapWalk,
     [](Lines& l) { append_key(answer_of(l, "EnumerateGCHeapObjects"), "\"stopped\":1"); },
     {"walks/heap"}},
    {"EnumerateGCHeapObjects suspends nothing",
     kHeapWalk,
     [](Lines& l) { erase_suspension(l, 1); },
     {"walks/heap"}},
};

const HandDamage kOfOthers[] = {
    {"two threads ask the same at once and receive different answers",
     kQuestions,
     [](Lines& l) { ask_on_another_thread(l, "IsArrayClass", "[18,4096,1]"); },
     {"info/free-threaded"}},
    {"GetStringLayout refuses null for some pointers",
     kStrings,
     [](Lines& l) { set(answer_of(l, "GetStringLayout"), "hr", kEInvalid); },
     {"info/optional-outs"}},
    {"GetStringLayout fails with null for some pointers",
     kStrings,
     [](Lines& l) { set(answer_of(l, "GetStringLayout"), "hr", kEFail); },
     {"info/optional-outs"}},
    {"GetStringLayout writes nothing through the pointer that is not null",
     kStrings,
     [](Lines& l) { set(answer_of(l, "GetStringLayout"), "out", {1}, "null"); },
     {"info/optional-outs"}},
    {"there is a table without a flag for collections",
     kNoTable,
     [](Lines& l) {
       std::string& line = answer_of(l, "GetGenerationBounds");
       set(line, "hr", "0");
       set(line, "out", "[0,[]]");
     },
     {"generations/needs-flag"}},
    {"SuspendRuntime succeeds a second time",
     kSuspends,
     [](Lines& l) { set(answer_of(l, "SuspendRuntime", 1), "hr", "0"); },
     {"suspend-runtime/refusals"}},
    {"SuspendRuntime fails the second time with E_FAIL",
     kSuspends,
     [](Lines& l) { set(answer_of(l, "SuspendRuntime", 1), "hr", kEFail); },
     {"suspend-runtime/refusals"}},
    {"SuspendRuntime succeeds in a report",
     kRefused,
     [](Lines& l) { set(answer_of(l, "SuspendRuntime", 4), "hr", "0"); },
     {"suspend-runtime/no-collection", "suspend-runtime/refusals"},
     "suspend-runtime/refusals"},
    {"SuspendRuntime is refused in a report because of the suspension",
     kRefused,
     [](Lines& l) {
       set(answer_of(l, "SuspendRuntime", 4), "hr", value_of(answer_of(l, "SuspendRuntime", 3), "hr"));
     },
     {"suspend-runtime/refusals"}},
    {"SuspendRuntime is refused in FinalizeableObjectQueued because of the callback",
     kRefused,
     [](Lines& l) {
       set(answer_of(l, "SuspendRuntime", 3), "hr", value_of(answer_of(l, "SuspendRuntime", 4), "hr"));
     },
     {"suspend-runtime/refusals"}},
    {"ResumeRuntime succeeds although nothing was suspended",
     kRefused,
     [](Lines& l) { set(answer_of(l, "ResumeRuntime"), "hr", "0"); },
     {"suspend-runtime/refusals"}},
};

}  // namespace

void answer_damages(std::vector<HandDamage>& all) {
  add(all, kOfClasses);
  add(all, kOfObjects);
  add(all, kOfWalks);
  add(all, kOfOthers);
}

}  // namespace gcrucible::tests
