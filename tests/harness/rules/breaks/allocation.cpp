// Violations of the rules about allocation.
#include "tests/harness/rules/breaks/breaks.h"

namespace gcrucible::tests {
namespace {

void collect(Tale& tale, int number, const std::string& ranges, const std::string& objects,
             const char* reported) {
  const std::string start = "\"collection\":" + std::to_string(number);
  const std::string heap = ",\"ranges\":[" + ranges + "],\"objects\":[" + objects + "],\"whole\":true";
  tale.model("collection", start + R"(,"line":9,"generation":0,"induced":true,"promote":false)");
  tale.model("heap", start + ",\"when\":\"before\"" + heap);
  tale.model("plan", start + R"(,"condemned":[true,false,false,false,false,false],)" +
                         R"("compacts":[false,false,false,false,false,false],"survivors":2,"dead":0,)" +
                         R"("plugs":[],"deaths":[])");
  tale.call("GarbageCollectionStarted", R"("generations":[true,false,false,false,false],"reason":1)");
  tale.call("ObjectsAllocatedByClass", R"("classes":[[5,2]])");
  for (const char* const call : {"SurvivingReferences2", "SurvivingReferences"}) tale.call(call, reported);
  tale.call("RootReferences2", R"("roots":[[104,1,0,900],[128,3,0,77],[2000,1,0,900]])");
  tale.call("RootReferences", R"("roots":[104,128,2000])");
  for (const char* const object :
       {R"("object":104,"class":5)", R"("object":128,"class":5)", R"("object":2000,"class":6)"}) {
    tale.call("ObjectReferences", std::string(object) + ",\"refs\":[]");
  }
  tale.model("heap", start + ",\"when\":\"after\"" + heap);
  tale.call("GarbageCollectionFinished");
}

// Two small objects and one above the threshold of 100, then a collection.
Tale made(const char* runtime) {
  Tale tale;
  tale.header =
      std::string(R"("source":"simulated","runtime":")") + runtime + R"(","event_mask":[8388992,0])";
  tale.model("type", R"("type":0,"name":"Small","class":5)");
  tale.model("type", R"("type":1,"name":"Large","class":6)");
  tale.call("Initialize").info("GetLOHObjectSizeThreshold", "[]", "[100]");
  tale.model("allocated",
             R"("object":0,"count":2,"type":0,"at":104,"size":24,"generation":0,"announced":true)");
  tale.call("ObjectAllocated", R"("object":104,"class":5)");
  tale.info("GetClassFromObject", "[104]", "[5]");
  tale.info("GetObjectGeneration", "[104]", "[[[0,104,48,896]]]");
  tale.call("ObjectAllocated", R"("object":128,"class":5)");
  tale.call("HandleCreated", R"("handle":77,"object":128)");
  tale.model("allocated",
             R"("object":2,"count":1,"type":1,"at":2000,"size":200,"generation":3,"announced":true)");
  tale.call("ObjectAllocated", R"("object":2000,"class":6)");
  collect(tale, 1, "[0,0,104,48,896],[1,3,2000,200,1000]", "[0,104,24,0,0],[1,128,24,0,0],[2,2000,200,3,1]",
          R"("ranges":[[104,48]])");
  tale.call("Shutdown");
  return tale;
}

Tale made_net10() {
  return made("net10");
}
Tale made_documented() {
  return made("documented");
}

// Without a model: bounds in Started, objects in ObjectReferences.
Tale recorded() {
  Tale tale = made_net10();
  std::erase_if(tale.steps, [](const Step& step) { return step.kind == Step::Kind::kModel; });
  tale.header = R"("source":"recorded","runtime":"net10","event_mask":[8388992,0])";
  tale.at("GarbageCollectionStarted")
      .inside.push_back(
          {.kind = Step::Kind::kInfo,
           .name = "GetGenerationBounds",
           .fields = R"("args":[64])",
           .out = "[5,[[0,104,48,896],[1,4000,0,96],[2,4400,0,96],[3,2000,200,1000],[4,4800,0,96]]]"});
  tale.at("Initialize").inside[0].out = "[85000]";  // no lower threshold is possible
  if (tale.steps.back().name != "Shutdown") tale.call("Shutdown");
  // States that each object of these classes is announced.
  for (const char* const of : {"5", "6"}) {
    Step kind{.kind = Step::Kind::kModel, .name = "class"};
    kind.fields = std::string(R"("class":)") + of + R"(,"kind":"class")";
    tale.insert_after("Initialize", kind);
  }
  return tale;
}

Tale large_flag_alone() {
  Tale tale = made_net10();
  tale.header = R"("source":"simulated","runtime":"net10","event_mask":[128,64])";
  tale.erase("ObjectAllocated");
  tale.erase("ObjectAllocated");
  return tale;
}

Tale attached() {
  Tale tale = large_flag_alone();
  tale.at("Initialize").name = "InitializeForAttach";
  tale.insert_after("InitializeForAttach", make_call("ProfilerAttachComplete"));
  return tale;
}

// The class of the second object is loaded after its ObjectAllocated.
Tale loaded_late() {
  Tale tale = recorded();
  tale.header = R"("source":"recorded","runtime":"net10","event_mask":[8388994,0])";
  for (const char* const call : {"ClassLoadFinished", "ClassLoadStarted"}) {
    tale.insert_after("ObjectAllocated", make_call(call, R"("class":5)"), 0);
  }
  return tale;
}

}  // namespace

std::vector<Break> allocation_breaks() {
  return {
      {"allocation/each-object", {}, [](Tale& t) { t.erase("ObjectAllocated", 1); }, made_net10},
      {"allocation/each-object",
       {"ids/object-id-reuse"},
       [](Tale& t) { t.insert_after("ObjectAllocated", t.at("ObjectAllocated", 2), 2); },
       made_net10},
      {"allocation/each-object", {}, [](Tale& t) { t.erase("ObjectAllocated", 1); }, recorded},
      {"allocation/each-object",
       {"ids/object-id-reuse"},
       [](Tale& t) { t.insert_after("ObjectAllocated", t.at("ObjectAllocated", 1), 1); },
       recorded},
      {"allocation/announced-before-use",
       {},
       [](Tale& t) { t.move_after("ObjectAllocated", "HandleCreated", 1); },
       made_net10},
      {"allocation/class-load-follows",
       {},
       [](Tale& t) {
         t.move_after("ClassLoadStarted", "ObjectAllocated", 0, 2);
         t.move_after("ClassLoadFinished", "ClassLoadStarted");
       },
       loaded_late},
      {"allocation/held-in-callback",
       {},
       [](Tale& t) { t.at("ObjectAllocated").inside[0].hr = -2147024809; },
       made_net10},
      {"allocation/young-or-large",
       {},
       [](Tale& t) { t.at("ObjectAllocated").inside[1].out = "[[[1,104,48,896]]]"; },
       made_net10},
      {"allocation/young-or-large",
       {"ranges/only-condemned", "allocated-by-class/census", "generations/before-promotion"},
       [](Tale& t) {
         t.at("GarbageCollectionStarted").inside[0].out =
             "[5,[[1,104,48,896],[0,4000,0,96],[2,4400,0,96],[3,2000,200,1000],[4,4800,0,96]]]";
       },
       recorded},
      {"allocation/threshold",
       {},
       [](Tale& t) { t.at("Initialize").inside[0].out = "[200]"; },
       made_documented},
      {"allocation/threshold-inclusive",
       {},
       [](Tale& t) { t.at("Initialize").inside[0].out = "[24]"; },
       made_net10},
      {"allocation/heap-of-flag",
       {},
       [](Tale& t) {
         t.insert_after("allocated", make_call("ObjectAllocated", R"("object":104,"class":5)"));
       },
       large_flag_alone},
      {"allocation/not-after-attach",
       {"masks/allocation", "allocation/heap-of-flag"},
       [](Tale& t) { t.header = R"("source":"simulated","runtime":"net10","event_mask":[128,0])"; },
       attached},
      {"allocation/allocating-thread",
       {},
       [](Tale& t) { t.at("ObjectAllocated", 1).thread = 1; },
       made_net10},
      {"allocated-by-class/counts",
       {},
       [](Tale& t) { t.edit("ObjectsAllocatedByClass", "[5,2]", "[5,3]"); },
       made_documented},
      {"allocated-by-class/census",
       {},
       [](Tale& t) { t.edit("ObjectsAllocatedByClass", "[5,2]", "[5,3]"); },
       made_net10},
      {"allocated-by-class/census",
       {},
       [](Tale& t) { t.edit("ObjectsAllocatedByClass", "[5,2]", "[5,1]"); },
       recorded},
      {"allocated-by-class/census",
       {"masks/allocated-by-class"},
       [](Tale& t) { t.erase("ObjectsAllocatedByClass", 1); },
       recorded_collections},
      {"allocated-by-class/first",
       {"bracket/order"},
       [](Tale& t) { t.move_after("ObjectsAllocatedByClass", "SurvivingReferences"); },
       made_net10},
      {"allocated-by-class/first",
       {"allocated-by-class/census"},
       [](Tale& t) { t.insert_after("ObjectsAllocatedByClass", t.at("ObjectsAllocatedByClass")); },
       made_net10},
      {"allocated-by-class/no-large",
       {"allocated-by-class/counts"},
       [](Tale& t) { t.edit("ObjectsAllocatedByClass", "[5,2]", "[5,2],[6,1]"); },
       made_documented},
      {"allocated-by-class/null-class",
       {"allocated-by-class/counts"},
       [](Tale& t) { t.edit("ObjectsAllocatedByClass", "[5,2]", "[5,2],[0,1]"); },
       made_documented},
  };
}

}  // namespace gcrucible::tests
