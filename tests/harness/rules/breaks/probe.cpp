// Violations of the rules that are judged by probe answers: the answer is damaged.
#include <algorithm>

#include "tests/harness/rules/breaks/breaks.h"

namespace gcrucible::tests {
namespace {

const char* const kObjects =
    R"("objects":[[7,1,5,1],[8,2,5,1],[10,1,5,1],[11,1,5,1],[12,1,5,1],[13,1,5,1],[14,1,5,1],[1000,8,5,2]])";
const char* const kTotals =
    R"("allocated":[[5,-1,11,20]],"alive":[[5,1,7,8],[5,2,1,8]],"reclaimed":[[5,0,3,4]])";

Step probe(const std::string& answer) {
  return {.kind = Step::Kind::kProbe, .name = "collection", .fields = R"("collection":1)", .out = answer};
}

// The documentation's ten objects, announced, and one of generation 2 that is not collected. The objects at
// 16, 17 and 18 belong to another thread.
Tale probed() {
  Tale tale = ten_objects("[[15,11,4],[10,8,3],[8,7,1]]");
  tale.header = R"("source":"simulated","runtime":"net10","event_mask":[8388992,0])";
  tale.insert_after("Initialize", {.kind = Step::Kind::kModel,
                                   .name = "type",
                                   .fields = R"("type":0,"name":"T","class":5,"kind":"class","size":1)"});
  for (const char* const object : {"8", "9", "10", "12", "13", "15", "16", "17", "18", "19", "1000"}) {
    Step allocated = make_call("ObjectAllocated", "\"object\":" + std::string(object) + R"(,"class":5)");
    // Enough objects to exclude chance.
    for (const char* const of_other : {"16", "17", "18"}) {
      if (std::string(object) == of_other) allocated.thread = 1;
    }
    tale.insert_before("collection", allocated);
  }
  for (std::size_t which : {0, 1}) {
    tale.edit("heap", "],\"whole\"", ",[10,1000,8,2,0]],\"whole\"", which);
    tale.edit("heap", "]],\"objects\"", "],[1,2,1000,8,8]],\"objects\"", which);
  }
  tale.insert_after("GarbageCollectionFinished",
                    probe(std::string(R"("knows":1,"cut":false,)") + kObjects + "," + kTotals));
  return tale;
}

void answer(Tale& tale, const std::string& from, const std::string& to) {
  std::string& out = tale.steps[tale.index("GarbageCollectionFinished") + 1].out;
  out.replace(out.find(from), from.size(), to);
}

// Thread 0 allocates in Parse, which Main calls and which calls itself; thread 1 without a managed frame.
Tale in_functions() {
  Tale tale = probed();
  tale.insert_before(
      "ObjectAllocated",
      {.kind = Step::Kind::kModel,
       .name = "calls",
       .fields = R"("node":3,"first":1,"calls":[[0,70,"Main"],[1,71,"Parse"],[2,71,"Parse"]])"});
  answer(tale, kTotals, std::string(kTotals) + R"(,"exclusive":[[71,8,0]],"inclusive":[[70,8,0],[71,8,0]])");
  return tale;
}

// The profiler estimates its totals from samples.
Tale estimated() {
  Tale tale = probed();
  answer(tale, "\"knows\":1", "\"knows\":8");
  answer(tale, kTotals,
         R"("allocated":[],"alive":[],"reclaimed":[],"sampling":[[0,512,0]],)"
         R"("estimates":[[0,5,-1,512000,512500],[1,5,1,512000,512500]])");
  return tale;
}

void objects(Tale& tale, const std::string& to) {
  answer(tale, kObjects, "\"objects\":[" + to + "]");
}

// A query for a size fails.
Tale with_failure() {
  Tale tale = probed();
  tale.at("Initialize").inside.push_back(make_info("QueryInterface", R"(["ICorProfilerInfo13"])"));
  tale.at("ObjectAllocated").inside.push_back(make_info("GetObjectSize", "[8]", "[4195478799]"));
  tale.at("ObjectAllocated").inside.back().hr = -2147024809;
  return tale;
}

// Only the older calls, without brackets.
Tale of_first_version() {
  Tale tale = probed();
  tale.header = R"("source":"simulated","runtime":"netfx1.1","callback_version":1,"event_mask":[8454528,0])";
  for (const char* const later : {"GarbageCollectionStarted", "GarbageCollectionFinished", "MovedReferences2",
                                  "SurvivingReferences2", "RootReferences2"})
    tale.erase_all(later);
  return tale;
}

// The probe returns the state before the collection.
void as_it_was(Tale& tale) {
  const auto asked = std::ranges::find(tale.steps, Step::Kind::kProbe, &Step::kind);
  asked->out = R"("knows":1,"cut":false,"objects":[[8,1,5,0],[9,1,5,0],[10,1,5,0],[12,1,5,0],[13,1,5,0],)"
               R"([15,1,5,0],[16,1,5,0],[17,1,5,0],[18,1,5,0],[19,1,5,0],[1000,8,5,2]])";
}

Tale failed_exact_call() {
  Tale tale = probed();
  tale.at("MovedReferences2").hr = -2147467263;
  tale.erase("MovedReferences");
  return tale;
}

Tale stopped_references() {
  Tale tale = probed();
  tale.at("ObjectReferences").hr = -2147467259;
  while (tale.index("ObjectReferences") + 1 != tale.index("heap", 1))
    tale.steps.erase(tale.steps.begin() + static_cast<std::ptrdiff_t>(tale.index("ObjectReferences") + 1));
  answer(tale, "\"knows\":1", "\"knows\":2");
  return tale;
}

// A block in the large object heap with an object that starts 5 GB after its beginning.
Tale beyond_4_gb() {
  Tale tale;
  tale.header = R"("source":"simulated","runtime":"net10","event_mask":[8388992,0])";
  tale.call("Initialize");
  for (const char* const object : {"1000", "5000001000"})
    tale.call("ObjectAllocated", "\"object\":" + std::string(object) + R"(,"class":5)");
  const char* const heap =
      R"(,"ranges":[[0,3,1000,6000000000,6000000000]],"objects":[[0,1000,5000000000,3,0],)"
      R"([1,5000001000,1000000000,3,0]],"whole":true)";
  tale.model("collection", R"("collection":1,"line":20,"generation":2,"induced":true)");
  tale.model("heap", std::string(R"("collection":1,"when":"before")") + heap);
  tale.model(
      "plan",
      R"("collection":1,"condemned":[true,true,true,true,true,false],"compacts":[false,false,false,)"
      R"(false,false,false],"survivors":2,"dead":0,"plugs":[[1000,1000,6000000000,3,false]],"deaths":[])");
  tale.call("GarbageCollectionStarted", R"("generations":[true,true,true,true,true],"reason":1)");
  tale.call("SurvivingReferences2", R"("ranges":[[1000,6000000000]])");
  tale.call("SurvivingReferences", R"("ranges":[[1000,4294967295]])");
  tale.model("heap", std::string(R"("collection":1,"when":"after")") + heap);
  tale.call("GarbageCollectionFinished");
  tale.steps.push_back(probe(R"("knows":1,"cut":false,"objects":[[1000,0,0,-1],[5000001000,0,0,-1]])"));
  tale.call("Shutdown");
  return tale;
}

// The same for a profiler that has only the older calls.
Tale beyond_4_gb_by_older_call() {
  Tale tale = beyond_4_gb();
  tale.erase("SurvivingReferences2");
  return tale;
}

// An object of class 6 moves to the place of a dead one of class 5.
Tale moved_over_a_dead_one() {
  Tale tale;
  tale.header = R"("source":"simulated","runtime":"net10","event_mask":[8388992,0])";
  tale.call("Initialize");
  tale.model("type", R"("type":0,"name":"T","class":5,"kind":"class","size":24)");
  tale.model("type", R"("type":1,"name":"U","class":6,"kind":"class","size":24)");
  tale.call("ObjectAllocated", R"("object":1000,"class":5)");
  tale.call("ObjectAllocated", R"("object":1024,"class":6)");
  tale.model("collection", R"("collection":1,"line":20,"generation":0,"induced":true)");
  tale.model("heap", R"("collection":1,"when":"before","ranges":[[0,0,1000,48,48]],)"
                     R"("objects":[[0,1000,24,0,0],[1,1024,24,0,1]],"whole":true)");
  tale.model(
      "plan",
      R"("collection":1,"condemned":[true,false,false,false,false,false],"compacts":[true,false,false,)"
      R"(false,false,false],"survivors":1,"dead":1,"plugs":[[1024,1000,24,0,false]],"deaths":[0])");
  tale.call("GarbageCollectionStarted", R"("generations":[true,false,false,false,false],"reason":1)");
  tale.call("MovedReferences2", R"("ranges":[[1024,1000,24]])");
  tale.call("MovedReferences", R"("ranges":[[1024,1000,24]])");
  tale.model("heap", R"("collection":1,"when":"after","ranges":[[0,1,1000,24,24],[0,0,1024,0,24]],)"
                     R"("objects":[[1,1000,24,1,1]],"whole":true)");
  tale.call("GarbageCollectionFinished");
  tale.steps.push_back(probe(R"("knows":1,"cut":false,"objects":[[1000,24,6,1]])"));
  tale.call("Shutdown");
  return tale;
}

Tale orphans() {
  Tale tale;
  tale.header = R"("source":"simulated","runtime":"net10","load":"attach","event_mask":[128,0])";
  tale.model("collection", R"("collection":1,"line":20,"generation":0,"induced":true)");
  tale.call("InitializeForAttach", R"("data_bytes":0,"data":null)");
  tale.call("ProfilerAttachComplete");
  tale.call("ObjectReferences", R"("object":8,"class":5,"refs":[])");
  tale.model("heap",
             R"("collection":1,"when":"after","ranges":[[0,1,8,8,8]],"objects":[[0,8,8,1,0]],"whole":true)");
  tale.call("GarbageCollectionFinished");
  tale.steps.push_back(probe(R"("knows":0,"cut":false,"objects":[])"));
  tale.call("Shutdown");
  return tale;
}

}  // namespace

std::vector<Break> probe_breaks() {
  return {
      // 19 died after the end of the last range.
      {.rule = "object-ids/cache-follows",
       .also = {},
       .damage = [](Tale& tale) { answer(tale, "[14,1,5,1],", "[14,1,5,1],[15,1,5,1],"); },
       .tale = probed},
      // The table still has the dead object, where the other one is now.
      {.rule = "object-ids/cache-follows",
       .also = {},
       .damage = [](Tale& tale) { answer(tale, "[1000,24,6,1]", "[1000,24,5,-1]"); },
       .tale = moved_over_a_dead_one},
      // Values in wrong places: size and id, class and id, a class alone, shifted ones, and unknown ones.
      {.rule = "object-ids/cache-follows",
       .also = {},
       .damage = [](Tale& tale) { objects(tale, "[1,7,5,1],[1,8,5,1],[1,13,5,1]"); },
       .tale = probed},
      {.rule = "object-ids/cache-follows",
       .also = {},
       .damage = [](Tale& tale) { objects(tale, "[5,1,8,1],[5,1,1000,2]"); },
       .tale = probed},
      {.rule = "object-ids/cache-follows",
       .also = {},
       .damage = [](Tale& tale) { objects(tale, "[5,0,0,-1]"); },
       .tale = probed},
      {.rule = "object-ids/cache-follows",
       .also = {},
       .damage = [](Tale& tale) { objects(tale, "[77000,1,19,0]"); },
       .tale = probed},
      {.rule = "object-ids/cache-follows",
       .also = {},
       .damage = [](Tale& tale) { objects(tale, "[77000,0,0,-1],[78000,0,0,-1]"); },
       .tale = probed},
      // No object at all.
      {.rule = "object-ids/cache-follows",
       .also = {},
       .damage = [](Tale& tale) { objects(tale, ""); },
       .tale = probed},
      {.rule = "object-ids/keep-uncollected",
       .also = {},
       .damage = [](Tale& tale) { answer(tale, ",[1000,8,5,2]]", "]"); },
       .tale = probed},
      {.rule = "object-ids/map-at-once",
       .also = {},
       .damage =
           [](Tale& tale) {
             objects(tale, "[7,0,0,-1],[9,0,0,-1],[10,0,0,-1],[13,0,0,-1],[14,0,0,-1],[1000,0,0,-1]");
           },
       .tale = probed},
      {.rule = "object-ids/batch-applied-once",
       .also = {},
       .damage =
           [](Tale& tale) {
             objects(tale,
                     "[7,0,0,-1],[8,0,0,-1],[9,0,0,-1],[10,0,0,-1],[13,0,0,-1],[14,0,0,-1],[1000,0,0,-1]");
           },
       .tale = probed},
      {.rule = "object-ids/saturated-length",
       .also = {},
       .damage = [](Tale& tale) { answer(tale, ",[5000001000,0,0,-1]", ""); },
       .tale = beyond_4_gb},
      {.rule = "object-ids/saturated-length",
       .also = {},
       .damage = [](Tale& tale) { answer(tale, ",[5000001000,0,0,-1]", ""); },
       .tale = beyond_4_gb_by_older_call},
      {.rule = "returns/exact-call-failure",
       .also = {},
       .damage = [](Tale& tale) { objects(tale, "[1000,8,5,2]"); },
       .tale = failed_exact_call},
      {.rule = "returns/object-references-failure",
       .also = {},
       .damage = [](Tale& tale) { objects(tale, "[7,1,5,1]"); },
       .tale = stopped_references},
      // The object for which the profiler returned an error is also missing.
      {.rule = "returns/object-references-failure",
       .also = {},
       .damage = [](Tale& tale) { objects(tale, ""); },
       .tale = stopped_references},
      {.rule = "life/ignore-orphans",
       .also = {},
       .damage = [](Tale& tale) { answer(tale, "\"knows\":0", "\"knows\":4"); },
       .tale = orphans},
      {.rule = "life/ignore-orphans",
       .also = {},
       .damage = [](Tale& tale) { answer(tale, "\"objects\":[]", "\"objects\":[[16,0,0,-1]]"); },
       .tale = orphans},
      {.rule = "blocking/thread-safe",
       .also = {},
       .damage = [](Tale& tale) { answer(tale, "[12,1,5,1],[13,1,5,1],[14,1,5,1],", ""); },
       .tale = probed},
      {.rule = "object-ids/failed-inspection",
       .also = {},
       .damage = [](Tale& tale) { answer(tale, "[7,1,5,1]", "[7,4195478799,5,1]"); },
       .tale = with_failure},
      {.rule = "life/first-version-collections", .also = {}, .damage = as_it_was, .tale = of_first_version},
      {.rule = "output/object-facts",
       .also = {},
       .damage = [](Tale& tale) { answer(tale, "[1000,8,5,2]", "[1000,8,5,1]"); },
       .tale = probed},
      {.rule = "output/object-facts",
       .also = {},
       .damage = [](Tale& tale) { answer(tale, "[1000,8,5,2]", "[1000,9,5,2]"); },
       .tale = probed},
      {.rule = "output/object-facts",
       .also = {},
       .damage = [](Tale& tale) { answer(tale, "[1000,8,5,2]", "[1000,5,8,2]"); },
       .tale = probed},
      {.rule = "output/allocation-samples",
       .also = {"output/balance"},
       .damage = [](Tale& tale) { answer(tale, "[5,-1,11,20]", "[5,-1,10,19]"); },
       .tale = probed},
      {.rule = "output/lifetimes",
       .also = {},
       .damage = [](Tale& tale) { answer(tale, "[5,0,3,4]", "[5,1,3,4]"); },
       .tale = probed},
      // A profiler that claims nothing about objects may still have totals.
      {.rule = "output/no-double-count",
       .also = {"output/balance"},
       .damage =
           [](Tale& tale) {
             answer(tale, "\"knows\":1", "\"knows\":0");
             answer(tale, "[5,-1,11,20]", "[5,-1,22,40]");
           },
       .tale = probed},
      {.rule = "output/no-double-count",
       .also = {"output/balance"},
       .damage = [](Tale& tale) { answer(tale, "[5,0,3,4]", "[5,0,4,5]"); },
       .tale = probed},
      // A profiler that claims all totals claims zero for a missing one.
      {.rule = "output/lifetimes",
       .also = {"output/balance"},
       .damage =
           [](Tale& tale) {
             answer(tale, "\"knows\":1", "\"knows\":9");
             answer(tale, "[5,0,3,4]", "");
           },
       .tale = probed},
      {.rule = "output/exclusive",
       .also = {},
       .damage = [](Tale& tale) { answer(tale, "\"exclusive\":[[71,8,0]]", "\"exclusive\":[[70,8,0]]"); },
       .tale = in_functions},
      {.rule = "output/exclusive",
       .also = {},
       .damage =
           [](Tale& tale) {
             answer(tale, "\"knows\":1", "\"knows\":17");
             answer(tale, "\"exclusive\":[[71,8,0]],", "");
           },
       .tale = in_functions},
      // Once for each frame.
      {.rule = "output/inclusive",
       .also = {},
       .damage = [](Tale& tale) { answer(tale, "[70,8,0],[71,8,0]]", "[70,8,0],[71,16,0]]"); },
       .tale = in_functions},
      {.rule = "output/inclusive",
       .also = {},
       .damage = [](Tale& tale) { answer(tale, "[70,8,0],[71,8,0]]", "[71,8,0]]"); },
       .tale = in_functions},
      // A class without an object, and a total that is no number.
      {.rule = "output/estimates-unbiased",
       .also = {},
       .damage = [](Tale& tale) { answer(tale, "[1,5,1,", "[1,6,1,"); },
       .tale = estimated},
      {.rule = "output/estimates-unbiased",
       .also = {},
       .damage = [](Tale& tale) { answer(tale, "512000", "\"0xffffffffffffffff\""); },
       .tale = estimated},
      {.rule = "output/balance",
       .also = {"output/lifetimes"},
       .damage = [](Tale& tale) { answer(tale, "[5,1,7,8]", "[5,1,6,7]"); },
       .tale = probed},
      // Living objects are compared with the heap, without the other totals.
      {.rule = "output/lifetimes",
       .also = {},
       .damage = [](Tale& tale) { answer(tale, kTotals, R"("alive":[[5,1,6,7],[5,2,1,8]])"); },
       .tale = probed},
      {.rule = "output/lifetimes",
       .also = {},
       .damage = [](Tale& tale) { answer(tale, kTotals, R"("alive":[[0,-1,8,24]])"); },
       .tale = probed},
  };
}

}  // namespace gcrucible::tests
