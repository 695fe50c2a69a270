// One way to violate each rule that has a checker.
#include "tests/harness/rules/breaks/breaks.h"

namespace gcrucible::tests {

void edit_moved(Tale& tale, std::string_view from, std::string_view to) {
  tale.edit("MovedReferences2", from, to);
  tale.edit("MovedReferences", from, to);
}

namespace {

void add_ranges(Tale& tale, const std::string& call, const std::string& rows) {
  const char* const finished = "RootReferences2";
  tale.insert_before(finished, make_call(call + "2", "\"ranges\":" + rows));
  tale.insert_before(finished, make_call(call, "\"ranges\":" + rows));
}

Tale two_queued() {
  Tale tale;
  tale.header = R"("source":"recorded","runtime":"net10","event_mask":[640,0])";
  tale.call("Initialize");
  tale.call("ThreadCreated", R"("thread":1)");
  tale.call("ThreadAssignedToOSThread", R"("thread":1,"os":null)");
  tale.call("GarbageCollectionStarted", R"("generations":[true,false,false,false,false],"reason":1)");
  tale.call("FinalizeableObjectQueued", R"("object":17,"flags":0)");
  tale.call("FinalizeableObjectQueued", R"("object":18,"flags":1)");
  tale.call("GarbageCollectionFinished");
  tale.call("Shutdown");
  return tale;
}

}  // namespace

std::vector<Break> breaks() {
  std::vector<Break> all = report_breaks();
  for (const auto& more :
       {suspension_breaks(), thread_breaks(), mask_breaks(), batch_breaks(), allocation_breaks(),
        graph_breaks(), handle_breaks(), load_breaks(), exception_breaks(), delay_breaks(), answer_breaks(),
        life_breaks(), root_breaks(), object_id_breaks(), sequence_breaks(), own_life_breaks(),
        own_return_breaks(), blocking_breaks(), probe_breaks()})
    all.insert(all.end(), more.begin(), more.end());
  return all;
}

std::vector<Break> report_breaks() {
  return {
      {"bracket/started-first", {}, [](Tale& t) { t.move_after("ObjectsAllocatedByClass", "heap"); }},
      {"bracket/finished-last", {}, [](Tale& t) { t.at("RootReferences").returns = false; }},
      {"bracket/no-nesting",
       {},
       [](Tale& t) {
         t.insert_after("GarbageCollectionStarted",
                        make_call("GarbageCollectionStarted", R"("generations":[1,1,1,1,1],"reason":1)"));
       }},
      {"bracket/pairs", {}, [](Tale& t) { t.erase("GarbageCollectionFinished"); }},
      {"bracket/generation-count",
       {},
       [](Tale& t) {
         t.edit("GarbageCollectionStarted", "true,true,true,true,true", "true,true,true,true");
       }},
      {"bracket/downward-closed",
       {"bracket/condemned-generations"},
       [](Tale& t) {
         t.edit("GarbageCollectionStarted", "true,true,true,true,true", "true,true,true,true,false");
       }},
      {"bracket/condemned-generations",
       {},
       [](Tale& t) { t.edit("GarbageCollectionStarted", "true,false,false", "true,true,false", 1); }},
      {"bracket/reason",
       {},
       [](Tale& t) { t.edit("GarbageCollectionStarted", "\"reason\":1", "\"reason\":0"); }},
      {"bracket/suspended",
       {},
       [](Tale& t) { t.move_after("RuntimeSuspendFinished", "FinalizeableObjectQueued"); }},
      {"bracket/no-allocation",
       {"suspension/suspender-only-suspends"},
       [](Tale& t) {
         t.insert_before("GarbageCollectionFinished",
                         make_call("ObjectAllocated", R"("object":150,"class":5)"));
       }},
      {"ranges/one-family",
       {"ranges/family-of-mode", "surviving/never-moves"},
       [](Tale& t) {
         edit_moved(t, ",[15,11,2]", "");
         add_ranges(t, "SurvivingReferences", "[[15,2]]");
       }},
      {"ranges/family-of-mode",
       {},
       [](Tale& t) {
         const char* const rows = R"("ranges":[[100,100,8],[116,116,8],[124,124,8]])";
         t.at("SurvivingReferences2", 2) = make_call("MovedReferences2", rows);
         t.at("SurvivingReferences", 1) = make_call("MovedReferences", rows);
       }},
      {"ranges/only-condemned",
       {},
       [](Tale& t) {
         t.edit("SurvivingReferences2", "[100,8]", "[100,8],[1000,100]", 2);
         t.edit("SurvivingReferences", "[100,8]", "[100,8],[1000,100]", 1);
       }},
      {"ranges/every-survivor", {}, [](Tale& t) { edit_moved(t, "[8,7,1],", ""); }},
      {"ranges/no-dead-start", {}, [](Tale& t) { edit_moved(t, "[8,7,1],", "[8,7,1],[19,6,1],"); }},
      {"ranges/object-start", {}, [](Tale& t) { edit_moved(t, "[8,7,1]", "[7,6,2]"); }},
      {"ranges/length-in-bytes",
       {"moved/half-open-range", "ranges/every-survivor"},
       [](Tale& t) { edit_moved(t, "[10,8,3]", "[10,8,2]"); }},
      {"ranges/old-disjoint",
       {"moved/new-disjoint"},
       [](Tale& t) { edit_moved(t, "[8,7,1]", "[8,7,1],[8,7,1]"); }},
      {"ranges/exact-first", {}, [](Tale& t) { t.move_after("MovedReferences2", "MovedReferences"); }},
      {"ranges/legacy-follows",
       {"ranges/failure-suppresses-one-call"},
       [](Tale& t) { t.erase("MovedReferences"); }},
      {"ranges/legacy-skipped-after-failure", {}, [](Tale& t) { t.at("MovedReferences2").hr = -1; }},
      {"ranges/legacy-same-batch", {}, [](Tale& t) { t.edit("MovedReferences", "[10,8,3],", ""); }},
      {"ranges/legacy-saturates", {}, [](Tale& t) { t.edit("MovedReferences", "[10,8,3]", "[10,8,2]"); }},
      {"ranges/batch-limit",
       {"roots/live-target", "roots/pair-equal", "roots/exact-first"},
       [](Tale& t) {
         std::string roots = "1";
         for (int i = 0; i < 512; ++i) roots += ",1";
         t.at("RootReferences").fields = "\"roots\":[" + roots + "]";
       }},
      {"ranges/no-empty-call", {}, [](Tale& t) { add_ranges(t, "SurvivingReferences", "[]"); }},
      {"moved/half-open-range",
       {"ranges/length-in-bytes", "ranges/every-survivor", "finalization/survives"},
       [](Tale& t) { edit_moved(t, ",[17,13,2]", ""); }},
      {"moved/mapping", {}, [](Tale& t) { edit_moved(t, "[8,7,1]", "[8,6,1]"); }},
      {"moved/new-disjoint", {"moved/mapping"}, [](Tale& t) { edit_moved(t, "[8,7,1]", "[8,8,1]"); }},
      {"moved/pinned-stay",
       {"moved/mapping", "ranges/family-of-mode", "bracket/order"},
       [](Tale& t) {
         t.erase("SurvivingReferences2", 1);
         edit_moved(t, "[15,11,2]", "[15,11,2],[2000,2008,8]");
       }},
      {"moved/frozen-stay",
       {"moved/mapping", "ranges/only-condemned"},
       [](Tale& t) { edit_moved(t, "[15,11,2]", "[15,11,2],[3000,2020,8]"); }},
      {"moved/inside-bounds", {"moved/mapping"}, [](Tale& t) { edit_moved(t, "[8,7,1]", "[8,500,1]"); }},
      {"surviving/half-open-range",
       {"ranges/every-survivor"},
       [](Tale& t) {
         t.edit("SurvivingReferences2", ",[124,8]", "", 2);
         t.edit("SurvivingReferences", ",[124,8]", "", 1);
       }},
      {"surviving/never-moves",
       {},
       [](Tale& t) {
         t.edit("heap", "[12,100,8,1,0]", "[12,104,8,1,0]", 3);
         t.edit("RootReferences2", "[100,", "[104,", 1);
         t.edit("RootReferences", "[100,", "[104,", 1);
       }},
      {"roots/pair-equal", {"roots/exact-first"}, [](Tale& t) { t.edit("RootReferences", "[7,0,", "[7,"); }},
      {"roots/exact-first", {}, [](Tale& t) { t.move_after("RootReferences2", "RootReferences"); }},
      {"roots/known-flags", {}, [](Tale& t) { t.edit("RootReferences2", "[7,1,0,900]", "[7,1,16,900]"); }},
      {"roots/live-target",
       {"references/closed-graph"},
       [](Tale& t) {
         t.edit("RootReferences2", "[7,1,0,900]", "[9,1,0,900]");
         t.edit("RootReferences", "[7,", "[9,");
       }},
      {"references/live-target",
       {"references/closed-graph"},
       [](Tale& t) { t.edit("ObjectReferences", "8,10", "8,9", 1); }},
      {"references/whole-heap", {}, [](Tale& t) { t.erase("ObjectReferences", 9); }},
      {"references/once",
       {},
       [](Tale& t) { t.insert_after("ObjectReferences", t.at("ObjectReferences", 3), 3); }},
      {"references/uncollected-stay", {}, [](Tale& t) { t.edit("heap", "[10,1000,100,3,1],", "", 3); }},
      {"references/stop-after-error",
       {},
       [](Tale& t) {
         t.insert_after("ObjectReferences",
                        make_call("ObjectReferences", R"("object":7,"class":5,"refs":[])"), 10);
       }},
      {"dependent-handles/live-pairs",
       {},
       [](Tale& t) { t.edit("ConditionalWeakTableElementReferences", "[7,8,78]", "[7,9,78]"); }},
      {"dependent-handles/live-pairs",
       {},
       [](Tale& t) { t.edit("ConditionalWeakTableElementReferences", "[7,8,78]", "[7,0,78]"); }},
      {"finalization/inside-bracket",
       {},
       [](Tale& t) { t.move_after("FinalizeableObjectQueued", "GarbageCollectionFinished"); }},
      {"finalization/known-flags",
       {},
       [](Tale& t) { t.edit("FinalizeableObjectQueued", "\"flags\":0", "\"flags\":2"); }},
      {"finalization/critical-last",
       {},
       [](Tale& t) {
         t.edit("FinalizeableObjectQueued", "\"flags\":0", "\"flags\":1");
         t.edit("FinalizeableObjectQueued", "\"flags\":1", "\"flags\":0", 1);
       },
       two_queued},
      {"finalization/survives",
       {"finalization/repeated-until-run", "roots/finalizer-queue"},
       [](Tale& t) { t.edit("FinalizeableObjectQueued", "\"object\":17", "\"object\":19"); }},
      {"allocated-by-class/no-zero",
       {},
       [](Tale& t) { t.edit("ObjectsAllocatedByClass", "[5,10]", "[5,0]"); }},
      {"handles/created-before-destroyed",
       {},
       [](Tale& t) { t.insert_after("HandleDestroyed", t.at("HandleDestroyed")); }},
      {"masks/enabled",
       {"threads/assigned-at-once"},
       [](Tale& t) { t.insert_after("HandleDestroyed", make_call("ThreadCreated", R"("thread":9)")); }},
      {"masks/allocation",
       {},
       [](Tale& t) {
         t.header = R"("source":"simulated","runtime":"net10","event_mask":[65664,0])";
         t.steps.front().inside.clear();
       }},
      {"bracket/basic-gc-bound",
       {},
       [](Tale& t) { t.call("GarbageCollectionFinished"); },
       [] {
         Tale tale;
         tale.header = R"("source":"recorded","runtime":"documented","event_mask":[0,16])";
         tale.call("GarbageCollectionStarted", R"("generations":[1,0,0,0,0],"reason":0)");
         tale.call("GarbageCollectionFinished");
         return tale;
       }},
  };
}

}  // namespace gcrucible::tests
