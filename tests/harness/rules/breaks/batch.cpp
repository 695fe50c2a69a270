// Violations of the rules about the report as a whole, its batches and its families.
#include "tests/harness/rules/breaks/breaks.h"

namespace gcrucible::tests {
namespace {

constexpr std::int32_t kFail = -2147467259;  // E_FAIL

// Survivors 0 and 1 are in generation 0, which is compacted. Survivor 2 is in generation 1, which is swept.
// Survivor 3 of 5 GB is in a large object heap that is compacted on demand.
Tale mixed(const char* runtime, bool large_compacts) {
  Tale tale;
  tale.header = std::string(R"("source":"simulated","runtime":")") + runtime +
                R"(","event_mask":[128,0],"callback_version":11)";
  tale.call("Initialize");
  tale.model("collection", R"("collection":1,"line":9,"generation":2,"induced":true,"promote":true)");
  tale.model("heap",
             std::string(R"("collection":1,"when":"before",)") +
                 R"("ranges":[[0,0,104,72,96],[1,1,1000,24,96],[2,3,1048576,5368709144,8589934592]],)" +
                 R"("objects":[[9,104,24,0,0],[0,128,24,0,0],[1,152,24,0,0],[2,1000,24,1,0],)" +
                 R"([3,1048576,5368709120,3,0],[4,5369757696,24,3,0]],"whole":true)");
  tale.model("plan", std::string(R"("collection":1,"condemned":[true,true,true,true,true,false],)") +
                         R"("compacts":[true,false,false,)" + (large_compacts ? "true" : "false") +
                         R"(,false,false],"survivors":5,"dead":1,"plugs":[[128,104,48,0,false],)" +
                         R"([1000,1000,24,1,false],[1048576,1048576,5368709120,3,false],)" +
                         R"([5369757696,5369757696,24,3,false]],"deaths":[9])");
  tale.call("GarbageCollectionStarted", R"("generations":[true,true,true,true,true],"reason":1)");
  tale.call("ObjectsAllocatedByClass", R"("classes":[[5,3]])");
  const auto both = [&](const std::string& family, const std::string& exact, const std::string& legacy) {
    tale.call(family + "2", "\"ranges\":[" + exact + "]");
    tale.call(family, "\"ranges\":[" + legacy + "]");
  };
  if (large_compacts) {
    both("MovedReferences", "[1048576,1048576,5368709120],[5369757696,5369757696,24]",
         "[1048576,1048576,4294967295],[5369757696,5369757696,24]");
  } else {
    both("SurvivingReferences", "[1048576,5368709120],[5369757696,24]",
         "[1048576,4294967295],[5369757696,24]");
  }
  both("SurvivingReferences", "[1000,24]", "[1000,24]");
  both("MovedReferences", "[128,104,48]", "[128,104,48]");
  tale.call("RootReferences2", R"("roots":[[104,1,0,900]])");
  tale.call("RootReferences", R"("roots":[104])");
  for (const char* const object : {"104", "128", "1000", "1048576", "5369757696"}) {
    const bool first = std::string_view(object) == "104";
    tale.call("ObjectReferences", "\"object\":" + std::string(object) + R"(,"class":5,"refs":[)" +
                                      (first ? "128,1000,1048576,5369757696" : "") + "]");
  }
  tale.model("heap",
             std::string(R"("collection":1,"when":"after",)") +
                 R"("ranges":[[0,1,104,48,96],[1,2,1000,24,96],[2,3,1048576,5368709144,8589934592]],)" +
                 R"("objects":[[0,104,24,1,0],[1,128,24,1,0],[2,1000,24,2,0],)" +
                 R"([3,1048576,5368709120,3,0],[4,5369757696,24,3,0]],"whole":true)");
  tale.call("GarbageCollectionFinished");
  tale.call("Shutdown");
  return tale;
}

Tale documented() {
  return mixed("documented", false);
}
Tale large_compacted() {
  return mixed("net10", true);
}

Tale without_callback4() {
  Tale tale = two_collections();
  tale.header = R"("source":"simulated","runtime":"net10","event_mask":[8454528,0],"callback_version":3)";
  tale.erase_all("SurvivingReferences2");
  tale.erase_all("MovedReferences2");
  // This batch had no older call, because the profiler returned a failure from the exact one.
  tale.insert_after("SurvivingReferences", make_call("SurvivingReferences", R"("ranges":[[2000,8]])"));
  tale.erase_all("ConditionalWeakTableElementReferences");
  return tale;
}

Tale throwing() {
  Tale tale = two_collections();
  tale.header = R"("source":"simulated","runtime":"net10","event_mask":[8519808,0])";
  tale.insert_before("ObjectAllocated", make_call("ExceptionThrown", R"("object":7)"));
  return tale;
}

Tale asked_between() {
  Tale tale = recorded_collections();
  tale.insert_before("HandleDestroyed", make_call("HandleCreated", R"("handle":80,"object":8)"));
  tale.at("HandleCreated", 3)
      .inside.push_back(
          {.kind = Step::Kind::kInfo, .name = "GetClassFromObject", .fields = R"("args":[8])", .out = "[5]"});
  return tale;
}

}  // namespace

std::vector<Break> batch_breaks() {
  return {
      {"bracket/one-for-all-threads",
       {"allocated-by-class/first", "threads/triggering-thread"},
       [](Tale& t) {
         Step step = t.at("SurvivingReferences2");
         step.thread = 1;
         t.erase("SurvivingReferences2");
         t.erase("SurvivingReferences");
         step.hr = kFail;
         t.at("GarbageCollectionStarted").inside.push_back(step);
       }},
      {"bracket/truth-values",
       {},
       [](Tale& t) { t.edit("GarbageCollectionStarted", "true,true,true,true,true", "1,1,7,1,1"); }},
      {"bracket/no-running-code",
       {"suspension/suspender-only-suspends"},
       [](Tale& t) { t.move_after("ExceptionThrown", "GarbageCollectionStarted"); },
       throwing},
      {"bracket/nothing-told-twice",
       {},
       [](Tale& t) { t.edit("ObjectsAllocatedByClass", "[5,10]", "[5,9],[5,1]"); }},
      {"bracket/nothing-told-twice",
       {},
       [](Tale& t) {
         t.insert_after("ConditionalWeakTableElementReferences",
                        t.at("ConditionalWeakTableElementReferences"));
       }},
      {"bracket/nothing-told-twice",
       {},
       [](Tale& t) {
         t.edit("RootReferences2", "[1000,3,0,77],", "[1000,3,0,77],[1000,3,0,77],");
         t.edit("RootReferences", "1000,", "1000,1000,");
       }},
      {"bracket/nothing-told-twice",
       {},
       [](Tale& t) {
         t.edit("RootReferences2", "[13,2,0,0]", "[13,2,0,0],[1000,3,0,77]");
         t.edit("RootReferences", "13", "13,1000");
       }},
      {"bracket/order", {}, [](Tale& t) { t.move_after("FinalizeableObjectQueued", "RootReferences"); }},
      {"bracket/order",
       {},
       [](Tale& t) {
         t.move_after("SurvivingReferences", "MovedReferences");
         t.move_after("SurvivingReferences2", "MovedReferences");
       }},
      {"bracket/ids-hold-until-next",
       {"references/class-stays"},
       [](Tale& t) { t.edit("ObjectReferences", "\"class\":5", "\"class\":6", 11); },
       recorded_collections},
      {"bracket/ids-hold-until-next",
       {},
       [](Tale& t) { t.at("HandleCreated", 3).inside[0].out = "[6]"; },
       asked_between},
      {"ranges/both-families-when-mixed",
       {"ranges/every-survivor"},
       [](Tale& t) {
         t.erase("MovedReferences2");
         t.erase("MovedReferences");
       },
       documented},
      {"ranges/calls-add-up",
       {"ranges/old-disjoint", "moved/new-disjoint"},
       [](Tale& t) {
         t.insert_after("SurvivingReferences", t.at("SurvivingReferences", 1), 1);
         t.insert_after("SurvivingReferences", t.at("SurvivingReferences2", 1), 1);
       },
       documented},
      {"ranges/exact-lengths",
       {"ranges/length-in-bytes"},
       [](Tale& t) { t.edit("SurvivingReferences2", "5368709120", "5368705024"); },
       documented},
      // Two parts, the second too short. It begins at the end of the first.
      {"ranges/exact-lengths",
       {"ranges/object-start"},
       [](Tale& t) {
         t.edit("SurvivingReferences2", "[1048576,5368709120]", "[1048576,4294967296],[4296015872,4096]");
         t.edit("SurvivingReferences", "[1048576,4294967295]", "[1048576,4294967295],[4296015872,4096]");
       },
       documented},
      {"ranges/failure-suppresses-one-call",
       {"ranges/legacy-follows"},
       [](Tale& t) { t.erase("MovedReferences"); }},
      {"ranges/older-alone",
       {"ranges/exact-first"},
       [](Tale& t) {
         Step step = t.at("MovedReferences");
         step.name += "2";
         t.insert_before("MovedReferences", step);
       },
       without_callback4},
      {"ranges/large-objects-survive",
       {"ranges/family-of-mode"},
       [](Tale& t) {
         for (const char* const each : {"2", ""}) {
           Step& step = t.at(std::string("SurvivingReferences") + each);
           step.name = std::string("MovedReferences") + each;
           step.fields = std::string(R"("ranges":[[1048576,1048576,)") +
                         (*each != 0 ? "5368709120" : "4294967295") + "],[5369757696,5369757696,24]]";
         }
       },
       documented},
      {"ranges/compacted-large-one-by-one",
       {},
       [](Tale& t) {
         t.edit("MovedReferences2", "5368709120],[5369757696,5369757696,24]", "5368709144]");
         t.edit("MovedReferences", ",[5369757696,5369757696,24]", "");
       },
       large_compacted},
      {"moved/promoted",
       {},
       [](Tale& t) { t.edit("heap", "[0,104,24,1,0]", "[0,104,24,2,0]", 1); },
       documented},
  };
}

}  // namespace gcrucible::tests
