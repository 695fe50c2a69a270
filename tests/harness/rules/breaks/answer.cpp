// Violations of the rules about Info answers.
#include "tests/harness/rules/breaks/breaks.h"

namespace gcrucible::tests {
namespace {

constexpr std::int32_t kFail = static_cast<std::int32_t>(0x80004005u);
constexpr std::int32_t kNoInterface = static_cast<std::int32_t>(0x80004002u);
constexpr std::int32_t kInvalidArg = static_cast<std::int32_t>(0x80070057u);
constexpr std::int32_t kOverflow = static_cast<std::int32_t>(0x80131516u);
constexpr std::int32_t kNotGcObject = static_cast<std::int32_t>(0x80131389u);
constexpr std::int32_t kUnsupportedSequence = static_cast<std::int32_t>(0x80131363u);

constexpr const char* kStarted = "GarbageCollectionStarted";
constexpr const char* kFinished = "GarbageCollectionFinished";

// `out` may be followed by further members of the return.
void ask(Step& callback, std::string method, std::string args, std::string out, std::int32_t hr = 0) {
  callback.inside.push_back({.kind = Step::Kind::kInfo,
                             .name = std::move(method),
                             .fields = "\"args\":" + std::move(args),
                             .hr = hr,
                             .out = std::move(out),
                             .thread = callback.thread});
}

Tale typed() {
  Tale tale = two_collections();
  tale.insert_before(
      "HandleCreated",
      {.kind = Step::Kind::kModel,
       .name = "type",
       .fields = R"("type":0,"name":"A","class":5,"kind":"class","size":8,"references":true,"fields":[8])"});
  tale.insert_before(
      "HandleCreated",
      {.kind = Step::Kind::kModel,
       .name = "type",
       .fields = R"("type":1,"name":"B","class":7,"kind":"array","size":16,"references":false,)"
                 R"("rank":1,"element":5,"element_class":0,"element_size":1,"elements":16)"});
  for (const std::size_t of_arrays : {0, 8, 9, 10}) {
    tale.edit("ObjectReferences", R"("class":5)", R"("class":7)", of_arrays);
  }
  return tale;
}

// One query, in the `which`th call of a callback.
template <typename... Question>
Tale asked(const char* callback, std::size_t which, Question... question) {
  Tale tale = typed();
  ask(tale.at(callback, which), question...);
  return tale;
}

void answer(Tale& tale, const char* callback, std::size_t which, std::string out, std::int32_t hr = 0) {
  Step& question = tale.at(callback, which).inside.back();
  question.out = std::move(out);
  question.hr = hr;
}

constexpr const char* kRows = "[4,2000,40,100],[3,1000,100,300],[1,6,9,26],[0,100,32,100]";

Tale with_bounds() {
  return asked(kStarted, 1, "GetGenerationBounds", "[64]", "[4,[" + std::string(kRows) + "]]");
}
// After the first collection and before the second one.
Tale with_bounds_at_rest() {
  Tale tale = with_bounds();
  ask(tale.at(kFinished, 0), "GetGenerationBounds", "[64]",
      "[4,[[4,2000,40,100],[3,1000,100,300],[1,6,9,26],[0,100,0,100]]]");
  return tale;
}
Tale with_first_bounds() {
  return asked(kStarted, 0, "GetGenerationBounds", "[64]",
               "[3,[[4,2000,40,100],[3,1000,200,300],[0,6,14,26]]]");
}
Tale with_generation() {
  return asked(kStarted, 1, "GetObjectGeneration", "[100]", "[[[0,100,32,100]]]");
}
Tale with_frozen() {
  Tale tale = asked(kFinished, 1, "IsFrozenObject", "[3000]", "[true]");
  ask(tale.at(kFinished, 1), "GetObjectGeneration", "[3000]", "[[[2147483647,0,0,0]]]", kNotGcObject);
  return tale;
}
Tale with_apart() {
  Tale tale = with_bounds();
  ask(tale.at(kStarted, 1), "GetNonGCHeapBounds", "[4]", "[1,[[3000,8,8]]]");
  return tale;
}
Tale with_size() {
  return asked("Shutdown", 0, "GetObjectSize", "[100]", "[8]");
}
Tale interfaces() {
  Tale tale;
  tale.header = R"("source":"recorded","runtime":"net10","event_mask":[0,0])";
  tale.call("Initialize");
  ask(tale.steps.back(), "QueryInterface", R"(["ICorProfilerInfo15"])", "[]");
  tale.call("Shutdown");
  return tale;
}
Tale without_flags() {
  Tale tale;
  tale.header = R"("source":"recorded","runtime":"net10","event_mask":[0,0])";
  tale.call("Initialize");
  ask(tale.steps.back(), "GetGenerationBounds", "[0]", "[null,null]", kFail);
  tale.call("Shutdown");
  return tale;
}
Tale aligned() {
  Tale tale;
  tale.header = R"("source":"recorded","runtime":"net10","event_mask":[8454528,0],"alignment":8)";
  tale.call("Initialize");
  tale.call("ObjectAllocated", R"("object":4096,"class":5)");
  tale.call("Shutdown");
  return tale;
}
Tale loading() {
  Tale tale;
  tale.header = R"("source":"recorded","runtime":"net10","event_mask":[2,0])";
  tale.call("ClassLoadStarted", R"("class":9)");
  ask(tale.steps.back(), "IsArrayClass", "[9]", "[null,0,null]", 1);
  tale.call("ClassLoadFinished", R"("class":9,"status":0)");
  return tale;
}
Tale suspended() {
  Tale tale = typed();
  const auto suspend = [] {
    Step step = make_call("RuntimeSuspendStarted", R"("reason":9)");
    return step;
  };
  Step& shutdown = tale.at("Shutdown");
  ask(shutdown, "SuspendRuntime", "[]", "[]");
  shutdown.inside.back().inside = {suspend(), make_call("RuntimeSuspendFinished")};
  ask(shutdown, "ResumeRuntime", "[]", "[]");
  shutdown.inside.back().inside = {make_call("RuntimeResumeStarted"), make_call("RuntimeResumeFinished")};
  return tale;
}
Tale walked() {
  Tale tale = asked("Shutdown", 0, "EnumerateGCHeapObjects", "[true]", R"([],"visited":[100,3000])");
  tale.at("Shutdown").inside.back().inside = {
      make_call("RuntimeSuspendStarted", R"("reason":9)"), make_call("RuntimeSuspendFinished"),
      make_call("RuntimeResumeStarted"), make_call("RuntimeResumeFinished")};
  return tale;
}
Tale versions() {
  Tale tale = two_collections();
  ask(tale.at("Initialize"), "GetRuntimeInformation", "[0]", "[1,2,10,0,0,0,8,null]");
  ask(tale.at("Initialize"), "GetRuntimeInformation", "[16]", R"([1,2,10,0,0,0,8,"v10.0.0"])");
  return tale;
}
Tale recorded_version() {
  Tale tale;
  tale.header = R"("source":"recorded","runtime":"net10","event_mask":[0,0])";
  tale.call("Initialize");
  ask(tale.steps.back(), "GetRuntimeInformation", "[16]", R"([0,2,10,0,0,0,7,"10.0.0"])");
  tale.call("Shutdown");
  return tale;
}
Tale threads() {
  Tale tale;
  tale.header = R"("source":"recorded","runtime":"net10","event_mask":[512,0])";
  tale.call("ThreadCreated", R"("thread":1)");
  tale.call("ThreadAssignedToOSThread", R"("thread":1,"os":null)");
  tale.call("ThreadNameChanged", R"("thread":7,"name":"a")");
  ask(tale.steps.back(), "GetCurrentThreadID", "[]", "[1]");
  return tale;
}
Tale at_once() {
  Tale tale;
  tale.header = R"("source":"recorded","runtime":"net10","event_mask":[512,0])";
  tale.call("ThreadCreated", R"("thread":1)");
  ask(tale.steps.back(), "GetStringLayout2", "[]", "[8,12]");
  Step other = make_call("ThreadCreated", R"("thread":2)");
  other.thread = 5;
  ask(other, "GetStringLayout2", "[]", "[8,12]");
  tale.steps.back().inside.back().inside = {other};
  Step assigned = make_call("ThreadAssignedToOSThread", R"("thread":2,"os":null)");
  assigned.thread = 5;
  tale.call("ThreadAssignedToOSThread", R"("thread":1,"os":null)");
  tale.steps.push_back(assigned);
  return tale;
}

}  // namespace

std::vector<Break> answer_breaks() {
  return {
      {"bracket/old-addresses-in-started",
       {},
       [](Tale& t) { answer(t, kStarted, 1, "[6]"); },
       [] { return asked(kStarted, 1, "GetClassFromObject", "[100]", "[5]"); }},
      {"bracket/new-addresses-in-finished",
       {},
       [](Tale& t) { answer(t, kFinished, 1, "[6]"); },
       [] { return asked(kFinished, 1, "GetClassFromObject", "[100]", "[5]"); }},
      {"generations/small-buffer",
       {},
       [](Tale& t) { answer(t, kStarted, 1, "[5,[" + std::string(kRows) + "]]"); },
       with_bounds},
      {"generations/answers-in-callbacks",
       {},
       [](Tale& t) { answer(t, kStarted, 1, "[null,null]", kFail); },
       with_bounds},
      {"generations/exact-length",
       {},
       [](Tale& t) {
         answer(t, kStarted, 1, "[4,[[4,2000,40,100],[3,1000,100,300],[1,6,9,26],[0,100,40,100]]]");
       },
       with_bounds},
      {"generations/length-inside-reserved",
       {},
       [](Tale& t) {
         answer(t, kStarted, 1, "[4,[[4,2000,40,100],[3,1000,100,300],[1,6,9,26],[0,100,32,31]]]");
       },
       with_bounds},
      {"generations/disjoint",
       {},
       [](Tale& t) {
         answer(t, kStarted, 1, "[4,[[4,2000,40,100],[3,1000,100,300],[1,6,9,126],[0,100,32,100]]]");
       },
       with_bounds},
      {"generations/one-entry-a-range",
       {},
       [](Tale& t) { answer(t, kStarted, 1, "[3,[[4,2000,40,100],[3,1000,100,300],[0,100,32,100]]]"); },
       with_bounds},
      {"info/answers-at-start",
       {},
       [](Tale& t) { answer(t, "Initialize", 0, "[]", kNoInterface); },
       interfaces},
      {"generations/known-generation",
       {},
       [](Tale& t) {
         answer(t, kStarted, 1, "[4,[[4,2000,40,100],[3,1000,100,300],[1,6,9,26],[9,100,32,100]]]");
       },
       with_bounds},
      {"generations/shift-when-collected",
       {"generations/exact-length"},
       [](Tale& t) {
         answer(t, kFinished, 0, "[4,[[4,2000,40,100],[3,1000,100,300],[1,6,8,26],[0,100,0,100]]]");
       },
       with_bounds_at_rest},
      {"generations/before-promotion",
       {"generations/one-entry-a-range"},
       [](Tale& t) {
         answer(t, kStarted, 0, "[4,[[4,2000,40,100],[3,1000,200,300],[0,6,14,26],[1,5000,48,64]]]");
       },
       with_first_bounds},
      {"generations/object-in-its-range",
       {},
       [](Tale& t) { answer(t, kStarted, 1, "[[[0,108,24,92]]]"); },
       with_generation},
      {"generations/not-gc-object",
       {},
       [](Tale& t) { answer(t, kFinished, 1, "[[[2,0,0,0]]]", kNotGcObject); },
       with_frozen},
      {"generations/needs-flag", {}, [](Tale& t) { answer(t, "Initialize", 0, "[0,null]"); }, without_flags},
      {"objects/class-of-unloading",
       {},
       [](Tale& t) { answer(t, "Shutdown", 0, "[0]"); },
       [] { return asked("Shutdown", 0, "GetClassFromObject", "[100]", "[5]"); }},
      {"objects/size-without-padding",
       {"objects/size-of-class"},
       [](Tale& t) { answer(t, "Shutdown", 0, "[9]"); },
       with_size},
      {"objects/size-of-class",
       {"objects/size-without-padding"},
       [](Tale& t) { answer(t, "Shutdown", 0, "[16]"); },
       with_size},
      {"objects/size-overflow",
       {},
       [](Tale& t) { answer(t, "Shutdown", 0, "[4294967295]", kOverflow); },
       with_size},
      {"objects/alignment", {}, [](Tale& t) { t.edit("ObjectAllocated", "4096", "4100"); }, aligned},
      {"objects/array-contents",
       {},
       [](Tale& t) { answer(t, "Shutdown", 0, "[83,0,1016]"); },
       [] { return asked("Shutdown", 0, "GetArrayObjectInfo", "[1000,1]", "[84,0,1016]"); }},
      {"objects/frozen-answer",
       {},
       [](Tale& t) { t.at(kFinished, 1).inside.front().out = "[false]"; },
       with_frozen},
      {"objects/no-module-frozen-objects",
       {},
       [](Tale& t) { answer(t, "Shutdown", 0, R"([],"visited":[3000])"); },
       [] { return asked("Shutdown", 0, "EnumModuleFrozenObjects", "[77]", R"([],"visited":[])"); }},
      {"classes/array-answers",
       {},
       [](Tale& t) { answer(t, "Shutdown", 0, "[null,null,null]", 1); },
       [] { return asked("Shutdown", 0, "IsArrayClass", "[7]", "[5,8,1]"); }},
      {"classes/own-fields",
       {},
       [](Tale& t) { answer(t, "Shutdown", 0, "[[[1,8],[2,16]],2,24]"); },
       [] { return asked("Shutdown", 0, "GetClassLayout", "[5,4]", "[[[1,8]],1,24]"); }},
      {"classes/box-offset",
       {},
       [](Tale& t) { answer(t, "Shutdown", 0, "[8]"); },
       [] { return asked("Shutdown", 0, "GetBoxClassLayout", "[5]", "[null]", kInvalidArg); }},
      {"info/still-loading",
       {},
       [](Tale& t) { answer(t, "ClassLoadStarted", 0, "[null,null,null]", kInvalidArg); },
       loading},
      {"info/small-buffer",
       {},
       [](Tale& t) { answer(t, "Initialize", 0, R"([1,2,10,0,0,0,9,"v10.0.0"])"); },
       versions},
      {"info/answers-at-start",
       {},
       [](Tale& t) { answer(t, "Initialize", 0, R"([0,2,10,0,0,0,7,"11.0.0"])"); },
       recorded_version},
      {"info/optional-outs",
       {},
       [](Tale& t) { answer(t, "Shutdown", 0, R"([null,null],"null":[0])", kInvalidArg); },
       [] { return asked("Shutdown", 0, "GetStringLayout2", "[]", R"([null,12],"null":[0])"); }},
      {"info/live-ids",
       {},
       [](Tale& t) { t.insert_before("ThreadNameChanged", make_call("ThreadDestroyed", R"("thread":1)")); },
       threads},
      {"info/free-threaded", {}, [](Tale& t) { answer(t, "ThreadCreated", 0, "[8,16]"); }, at_once},
      {"suspend-runtime/no-collection",
       {"bracket/finished-last"},
       [](Tale& t) {
         std::vector<Step>& steps = t.at("Shutdown").inside;
         steps.insert(steps.end() - 1, make_call("RootReferences2", R"("roots":[])"));
       },
       suspended},
      {"suspend-runtime/refusals",
       {},
       [](Tale& t) { answer(t, "Shutdown", 0, "[]"); },
       [] { return asked("Shutdown", 0, "ResumeRuntime", "[]", "[]", kUnsupportedSequence); }},
      {"walks/references-on-demand",
       {},
       [](Tale& t) { answer(t, kFinished, 0, R"([],"visited":[8])"); },
       [] { return asked(kFinished, 0, "EnumerateObjectReferences", "[7,true]", R"([],"visited":[8,10])"); }},
      {"walks/reference-callback",
       {},
       [](Tale& t) { answer(t, "Shutdown", 0, "[]", 1); },
       [] { return asked("Shutdown", 0, "EnumerateObjectReferences", "[100,true]", "[]"); }},
      {"walks/reference-callback",
       {},
       [](Tale& t) { answer(t, "Shutdown", 0, "[]"); },
       [] { return asked("Shutdown", 0, "EnumerateObjectReferences", "[100,null]", "[]", kInvalidArg); }},
      {"walks/heap", {}, [](Tale& t) { answer(t, "Shutdown", 0, R"([],"visited":[100])"); }, walked},
      {"non-gc-heap/apart", {}, [](Tale& t) { answer(t, kStarted, 1, "[1,[[2090,8,20]]]"); }, with_apart},
      {"non-gc-heap/apart",
       {},
       [](Tale& t) { answer(t, kStarted, 1, R"([],"visited":[3008])"); },
       [] {
         Tale tale = with_apart();
         ask(tale.at(kStarted, 1), "EnumerateNonGCObjects", "[]", R"([],"visited":[3000])");
         return tale;
       }},
  };
}

}  // namespace gcrucible::tests
