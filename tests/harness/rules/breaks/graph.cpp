// Violations of the rules about the graph of roots, references and dependent handles, and about the
// finalizer queue.
#include "tests/harness/rules/breaks/breaks.h"

namespace gcrucible::tests {
namespace {

// A long weak handle holds an object that waits for its finalizer.
Tale weak_root() {
  Tale tale = two_collections();
  tale.insert_before("HandleCreated", make_call("HandleCreated", R"("handle":80,"object":0)"));
  tale.edit("RootReferences2", "[7,1,0,900]", "[7,1,0,900],[13,3,2,80]");
  tale.edit("RootReferences", "[7,", "[7,13,");
  return tale;
}

Tale interior_root() {
  Tale tale = two_collections();
  tale.edit("RootReferences2", "[7,1,0,900]", "[7,1,4,900]");
  return tale;
}

// Under a runtime that reports only newly queued objects.
Tale queued_by_the_book() {
  Tale tale = two_collections();
  tale.header.replace(tale.header.find("net10"), 5, "documented");
  return tale;
}

}  // namespace

std::vector<Break> graph_breaks() {
  return {
      {"references/class-of-unloading",
       {},
       [](Tale& t) { t.edit("ObjectReferences", "\"class\":5", "\"class\":0", 11); },
       recorded_collections},
      {"references/closed-graph", {}, [](Tale& t) { t.edit("ObjectReferences", "8,10", "8", 1); }},
      {"roots/weak-does-not-keep",
       {"finalization/repeated-until-run"},
       [](Tale& t) { t.edit("RootReferences2", "[13,2,0,0]", "[13,0,2,0]"); },
       weak_root},
      {"references/empty-is-zero",
       {},
       [](Tale& t) { t.edit("ObjectReferences", "\"refs\":[]", "\"refs\":[0]"); }},
      {"references/class-stays",
       {"bracket/ids-hold-until-next"},
       [](Tale& t) { t.edit("ObjectReferences", "\"class\":5", "\"class\":6", 11); },
       recorded_collections},
      {"references/ascending",
       {},
       [](Tale& t) { t.move_after("ObjectReferences", "ObjectReferences", 11, 12); },
       recorded_collections},
      {"references/error-leaves-the-bracket",
       {"bracket/pairs"},
       [](Tale& t) { t.erase("GarbageCollectionFinished", 1); }},
      {"references/addresses-after",
       {"roots/live-target", "references/closed-graph"},
       [](Tale& t) {
         t.edit("RootReferences2", "[7,1,", "[16,1,");
         t.edit("RootReferences", "[7,", "[16,");
       }},
      {"roots/finalizer-queue",
       {"finalization/repeated-until-run"},
       [](Tale& t) { t.edit("RootReferences2", "[7,1,0,900]", "[7,2,0,0]"); }},
      {"roots/interior-resolved",
       {"roots/live-target", "references/closed-graph"},
       [](Tale& t) {
         t.edit("RootReferences2", "[7,1,4", "[9,1,4");
         t.edit("RootReferences", "[7,", "[9,");
       },
       interior_root},
      {"finalization/repeated-until-run",
       {"roots/finalizer-queue"},
       [](Tale& t) { t.erase("FinalizeableObjectQueued"); }},
      {"finalization/queued-once",
       {},
       [](Tale& t) { t.insert_after("FinalizeableObjectQueued", t.at("FinalizeableObjectQueued")); },
       queued_by_the_book},
      {"finalization/old-address",
       {"finalization/survives"},
       [](Tale& t) {
         t.edit("FinalizeableObjectQueued", "17", "7");
         t.edit("RootReferences2", "[13,2,0,0]", "[7,2,0,0],[13,0,0,0]");
         t.edit("RootReferences", "13]", "7,13]");
       }},
  };
}

}  // namespace gcrucible::tests
