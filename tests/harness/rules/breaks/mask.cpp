// Violations of the rules about setting event masks and about the callbacks that flags enable.
#include "tests/harness/rules/breaks/breaks.h"

namespace gcrucible::tests {
namespace {

// The profiler changes its mask in a callback that it causes itself, and reads the mask back.
Tale changed_masks() {
  Tale tale;
  tale.header = R"("source":"recorded","runtime":"net10","event_mask":[512,0])";
  tale.call("ThreadCreated", R"("thread":1)");
  tale.info("SetEventMask2", "[512,16]");
  tale.info("GetEventMask2", "[]", "[512,16]");
  tale.call("ThreadAssignedToOSThread", R"("thread":1,"os":null)");
  tale.call("ThreadCreated", R"("thread":2)");
  tale.info("SetEventMask", "[514]");
  tale.info("GetEventMask", "[]", "[514]");
  tale.info("GetEventMask2", "[]", "[514,0]");
  tale.call("ThreadAssignedToOSThread", R"("thread":2,"os":null)");
  tale.call("ThreadCreated", R"("thread":3)");
  tale.info("SetEventMask", "[515]");
  tale.info("SetEventMask", "[2563]");
  tale.steps.back().inside.at(1).hr = -2146233486;
  tale.call("ThreadAssignedToOSThread", R"("thread":3,"os":null)");
  return tale;
}

constexpr const char* kPlan =
    R"("collection":1,"condemned":[false],"compacts":[false],"survivors":1,"dead":0,)"
    R"("plugs":[[16,8,8,0,0]],"deaths":[])";

Tale moved_alone(const char* runtime) {
  Tale tale;
  tale.header = std::string(R"("source":"simulated","event_mask":[0,32],"runtime":")") + runtime + "\"";
  tale.model("collection", R"("collection":1,"line":1,"generation":0,"reason":"induced")");
  tale.model("plan", kPlan);
  return tale;
}
Tale moved_alone_silent() {
  return moved_alone("net10");
}
Tale moved_alone_reported() {
  Tale tale = moved_alone("documented");
  tale.call("MovedReferences2", R"("ranges":[[16,8,8]])");
  tale.call("MovedReferences", R"("ranges":[[16,8,8]])");
  return tale;
}

Tale pinned_alone() {
  Tale tale;
  tale.header = R"("source":"simulated","event_mask":[0,256],"runtime":"net10")";
  tale.model("allocated", R"("object":0,"count":1,"type":0,"at":8,"size":24,"generation":4)");
  return tale;
}

Tale basic_gc() {
  Tale tale;
  tale.header = R"("source":"recorded","event_mask":[0,16],"runtime":"net10")";
  tale.call("GarbageCollectionStarted", R"("generations":[1,1,1,1,1],"reason":1)");
  tale.info("GetGenerationBounds", "[4]", "[1,[[0,8,8,8]]]");
  tale.call("GarbageCollectionFinished");
  return tale;
}

}  // namespace

std::vector<Break> mask_breaks() {
  return {
      {"masks/immutable", {}, [](Tale& t) { t.at("ThreadCreated", 2).inside.at(1).hr = 0; }, changed_masks},
      {"masks/change-any-time",
       {"masks/read-back"},
       [](Tale& t) { t.at("ThreadCreated").inside.at(0).hr = -1; },
       changed_masks},
      {"masks/read-back",
       {},
       [](Tale& t) { t.at("ThreadCreated", 1).inside.at(1).out = "[512]"; },
       changed_masks},
      {"masks/one-word-clears-high",
       {},
       [](Tale& t) { t.at("ThreadCreated", 1).inside.at(2).out = "[514,16]"; },
       changed_masks},
      {"masks/moved-objects-alone",
       {},
       [](Tale& t) {
         t.erase("MovedReferences2");
         t.erase("MovedReferences");
       },
       moved_alone_reported},
      {"masks/moved-objects-alone-silent",
       {},
       [](Tale& t) {
         t.call("MovedReferences2", R"("ranges":[[16,8,8]])");
         t.call("MovedReferences", R"("ranges":[[16,8,8]])");
       },
       moved_alone_silent},
      {"masks/pinned-objects-alone-silent",
       {},
       [](Tale& t) { t.call("ObjectAllocated", R"("object":8,"class":5)"); },
       pinned_alone},
      {"masks/allocated-by-class",
       {"allocated-by-class/census"},
       [](Tale& t) { t.erase("ObjectsAllocatedByClass", 1); },
       recorded_collections},
      {"masks/gc-brings-all", {"references/whole-heap"}, [](Tale& t) { t.erase_all("ObjectReferences"); }},
      {"masks/basic-gc",
       {"generations/answers-in-callbacks"},
       [](Tale& t) { t.at("GarbageCollectionStarted").inside.at(0).hr = -1; },
       basic_gc},
  };
}

}  // namespace gcrucible::tests
