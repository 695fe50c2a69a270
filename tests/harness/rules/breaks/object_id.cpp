// Violations of the rules about a profiler's use of ObjectIDs.
#include "tests/harness/rules/breaks/breaks.h"

namespace gcrucible::tests {
namespace {

void inside(Tale& tale, std::string_view callback, Step step, std::size_t which = 0) {
  tale.at(callback, which).inside.push_back(std::move(step));
}

// One object is announced and its size queried.
Tale announced() {
  Tale tale;
  tale.header = R"("source":"recorded","runtime":"net10","alignment":8,"event_mask":[8388992,0])";
  tale.call("ObjectAllocated", R"("object":4096,"class":16)").info("GetObjectSize2", "[4096]", "[20]");
  return tale;
}

// The query fails in the callback of a suspension and leaves no answer.
Tale refused() {
  Tale tale = announced();
  tale.header = R"("source":"simulated","runtime":"documented","alignment":8,"event_mask":[8454528,0])";
  tale.call("RuntimeSuspendStarted", R"("reason":0)")
      .info("GetClassFromObject", "[4096]", R"(["0xfa11ed0ffa11ed0f"])");
  tale.at("RuntimeSuspendStarted").inside.back().hr = -2146233517;  // CORPROF_E_UNSUPPORTED_CALL_SEQUENCE
  return tale;
}

Tale walked() {
  Tale tale = announced();
  tale.info("GetObjectSize2", "[4120]", "[24]");
  return tale;
}

Tale with_empty_handle() {
  Tale tale;
  tale.header = R"("source":"recorded","runtime":"net10","event_mask":[65664,0])";
  tale.call("HandleCreated", R"("handle":990,"object":0)");
  return tale;
}

// The exception moves from 1000 to 992 before it is caught.
Tale moving_exception() {
  Tale tale;
  tale.header = R"("source":"recorded","runtime":"net10","event_mask":[192,0])";
  tale.call("ExceptionThrown", R"("object":1000)");
  tale.call("ExceptionSearchFunctionEnter", R"("function":5)");
  tale.call("ExceptionSearchCatcherFound", R"("function":5)");
  tale.call("ExceptionSearchFunctionLeave");
  tale.call("ExceptionUnwindFunctionEnter", R"("function":5)");
  tale.call("GarbageCollectionStarted", R"("generations":[true,false,false,false,false],"reason":0)");
  tale.call("MovedReferences2", R"("ranges":[[1000,992,8]])");
  tale.call("MovedReferences", R"("ranges":[[1000,992,8]])");
  tale.call("GarbageCollectionFinished");
  tale.call("ExceptionCatcherEnter", R"("function":5,"object":992)")
      .info("GetClassFromObject", "[992]", "[16]");
  tale.call("ExceptionCatcherLeave");
  return tale;
}

Tale with_events() {
  Tale tale;
  tale.header = R"("source":"recorded","runtime":"net10","event_mask":[8388992,128])";
  tale.call("ObjectAllocated", R"("object":4096,"class":16)").info("CreateHandle", "[4096,1]", "[77]");
  tale.call("EventPipeEventDelivered");
  return tale;
}

Tale asked_behind() {
  Tale tale = two_collections();
  inside(tale, "GarbageCollectionFinished", make_info("GetObjectSize2", "[7]", "[1]"));
  return tale;
}

// The last call received the ObjectID of object 3 from before the first collection.
void stale(Tale& tale, const std::string& kind) {
  Step& call = tale.at("GarbageCollectionFinished").inside.back();
  call.hr = -2147024809;  // E_INVALIDARG
  call.fields = R"("args":[12])";
  call.out = "[0]";
  call.inside.push_back({.kind = Step::Kind::kModel,
                         .name = "stale",
                         .fields = R"("method":"GetObjectSize2","line":9,"at":12,"kind":")" + kind +
                                   R"(","object":3,"was":12,"now":10,"collection":1,"range":[10,8,3])"});
}

// Removes everything after the callback.
void died_in(Tale& tale, std::string_view callback, const std::string& fault) {
  tale.at(callback).returns = false;
  tale.steps.resize(tale.index(callback) + 1);
  tale.end = R"("end":true,"died":"SIGSEGV","callback":")" + std::string(callback) + R"(","fault":")" +
             fault + R"(","object":3,"lost_in":1)";
}

}  // namespace

std::vector<Break> object_id_breaks() {
  return {
      {"object-ids/failed-inspection",
       {},
       [](Tale& t) {
         Step call = make_info("GetClassIDInfo", R"(["0xfa11ed0ffa11ed0f"])", "[0,0]");
         call.hr = -2147024809;
         inside(t, "RuntimeSuspendStarted", call);
       },
       refused},
      {"object-ids/no-inspection-in-reports",
       {},
       [](Tale& t) { inside(t, "ObjectReferences", make_info("GetObjectSize2", "[7]", "[1]")); },
       recorded_collections},
      {"object-ids/invalid-until-finished",
       {},
       [](Tale& t) { inside(t, "SurvivingReferences", make_info("GetObjectSize2", "[8]", "[1]")); },
       recorded_collections},
      // On a thread of the profiler.
      {"object-ids/invalid-until-finished",
       {},
       [](Tale& t) {
         t.insert_after("SurvivingReferences", make_info("GetClassFromObject", "[8]", "[5]", 9));
       },
       recorded_collections},
      {"object-ids/only-where-handed-out",
       {},
       [](Tale& t) {
         t.at("ObjectAllocated").inside.clear();
         t.insert_after("ObjectAllocated", make_info("GetObjectSize2", "[4096]", "[20]", 9));
       },
       announced},
      {"object-ids/only-where-handed-out",
       {},
       [](Tale& t) {
         t.insert_after("ObjectAllocated", make_call("ClassLoadStarted", R"("class":32)"));
         inside(t, "ClassLoadStarted", make_info("GetObjectSize2", "[4096]", "[20]"));
         t.insert_after("ClassLoadStarted", make_call("ClassLoadFinished", R"("class":32,"status":0)"));
       },
       [] {
         Tale tale = announced();
         tale.header = R"("source":"recorded","runtime":"net10","alignment":8,"event_mask":[8388994,0])";
         tale.insert_before("ObjectAllocated", make_call("ClassLoadStarted", R"("class":16)"));
         tale.insert_before("ObjectAllocated", make_call("ClassLoadFinished", R"("class":16,"status":0)"));
         return tale;
       }},
      {"object-ids/compare-with-null",
       {},
       [](Tale& t) { inside(t, "HandleCreated", make_info("GetClassFromObject", "[0]", "[0]")); },
       with_empty_handle},
      {"object-ids/walk-with-padding",
       {},
       [](Tale& t) { t.at("ObjectAllocated").inside.back().fields = R"("args":[4116])"; },
       walked},
      {"object-ids/exception-anew",
       {},
       [](Tale& t) { t.at("ExceptionCatcherEnter").inside.back().fields = R"("args":[1000])"; },
       moving_exception},
      {"object-ids/no-event-pipe-ids",
       {},
       [](Tale& t) { inside(t, "EventPipeEventDelivered", make_info("CreateHandle", "[4096,1]", "[78]")); },
       with_events},
      // The access of which the process died.
      {"object-ids/no-inspection-in-reports",
       {},
       [](Tale& t) { died_in(t, "ObjectReferences", "moved"); },
       recorded_collections},
      {"object-ids/invalid-until-finished",
       {},
       [](Tale& t) { died_in(t, "SurvivingReferences", "moved"); },
       recorded_collections},
      {"object-ids/cache-follows",
       {},
       [](Tale& t) { died_in(t, "GarbageCollectionFinished", "moved"); },
       asked_behind},
      {"object-ids/only-valid-ids",
       {},
       [](Tale& t) { died_in(t, "GarbageCollectionFinished", "died"); },
       asked_behind},
      {"object-ids/null-entries",
       {},
       [](Tale& t) { died_in(t, "HandleCreated", "null"); },
       with_empty_handle},
      {"object-ids/cache-follows", {}, [](Tale& t) { stale(t, "moved"); }, asked_behind},
      {"object-ids/only-valid-ids", {}, [](Tale& t) { stale(t, "died"); }, asked_behind},
      {"object-ids/only-valid-ids", {}, [](Tale& t) { stale(t, "vacated"); }, asked_behind},
      {"object-ids/only-valid-ids", {}, [](Tale& t) { stale(t, "unknown"); }, asked_behind},
      {"object-ids/no-interior-pointers", {}, [](Tale& t) { stale(t, "interior"); }, asked_behind},
  };
}

}  // namespace gcrucible::tests
