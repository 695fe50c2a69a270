// The audit names what is wrong with deaths, handles and finalization.
#include "tests/sim/audit/audited_heap.h"
#include "tests/support/catch.h"

namespace gcrucible::sim {
namespace {

TEST_CASE("audit: a wrong death is named") {
  check_findings(
      sweeping(Generation::k0),
      {
          {"nothing", [](AuditedHeap&) {}, ""},
          {"a dead object lives", [](AuditedHeap& it) { it.heap.objects().dead[1] = false; },
           "object 1 at 0x1028 is unreachable and was kept\n"
           "object 1 at 0x1028 is in the lists of 0 ranges\n"},
          {"a reachable object is dead", [](AuditedHeap& it) { it.heap.objects().dead[3] = true; },
           "object 3 at 0x1078 is reachable and was taken for dead\n"
           "range 0x1000 still lists object 3 at 0x1078, which is dead\n"
           "object 3 at 0x1078 is in the lists of 1 ranges\n"},
          {"a number without an object lives", [](AuditedHeap& it) { it.heap.objects().dead[9] = false; },
           "object 9 at 0x0 was dead before and is alive again\n"
           "object 9 at 0x0 is in the lists of 0 ranges\n"},
          {"a mark is missing", [](AuditedHeap& it) { it.collection.live[3] = false; },
           "object 3 at 0x1078 is reachable and not marked\n"},
          {"a mark is false", [](AuditedHeap& it) { it.collection.live[1] = true; },
           "object 1 at 0x1028 is unreachable and marked\n"},
          {"one death too many", [](AuditedHeap& it) { ++it.collection.dead_count; },
           "the collection counts 2 dead and 6 survivors, there are 1 and 6\n"},
          {"one survivor too few", [](AuditedHeap& it) { --it.collection.survivor_count; },
           "the collection counts 1 dead and 5 survivors, there are 1 and 6\n"},
      });
}

TEST_CASE("audit: a wrong handle is named") {
  check_findings(
      sweeping(Generation::k0),
      {
          {"no handle is cleared", [](AuditedHeap& it) { it.collection.cleared_handles.clear(); },
           "the collection clears handles [] instead of [1]\n"},
          {"two handles are cleared",
           [](AuditedHeap& it) {
             it.collection.cleared_handles = {0, 1};
           },
           "the collection clears handles [0, 1] instead of [1]\n"},
          {"a cleared handle has its object", [](AuditedHeap& it) { it.heap.handles()[1].object = 1; },
           "handle 1 still holds object 1 at 0x1028, which is dead or about to be finalized\n"
           "handle 1 is reported to hold 0x0 instead of 0x1028\n"},
          {"a cleared handle has a value", [](AuditedHeap& it) { it.heap.handles()[1].secondary = 0; },
           "handle 1 still holds object 1 at 0x1028, which is dead or about to be finalized\n"},
          {"a handle has no object", [](AuditedHeap& it) { it.heap.handles()[0].object = kNoObject; },
           "handle 0 has lost its object\n"
           "handle 0 is reported to hold 0x1000 instead of 0x0\n"},
          {"a handle has a value", [](AuditedHeap& it) { it.heap.handles()[0].secondary = 0; },
           "handle 0 has lost its object\n"},
          {"the last referent is missing", [](AuditedHeap& it) { it.collection.handle_referents.pop_back(); },
           "the new object of handle 1 is not reported\n"},
          {"the first referent is missing",
           [](AuditedHeap& it) {
             it.collection.handle_referents.erase(it.collection.handle_referents.begin());
           },
           "the new object of handle 0 is not reported\n"},
          {"a referent is false", [](AuditedHeap& it) { it.collection.handle_referents[0].address = 0x1028; },
           "handle 0 is reported to hold 0x1028 instead of 0x1000\n"},
          {"a dead referent is reported",
           [](AuditedHeap& it) { it.collection.handle_referents[1].address = 0xab; },
           "handle 1 is reported to hold 0xab instead of 0x0\n"},
      });
}

TEST_CASE("audit: a wrong finalizer is named") {
  check_findings(sweeping(Generation::k0),
                 {
                     {"nothing is queued", [](AuditedHeap& it) { it.collection.queued.clear(); },
                      "newly queued critical finalizers are [] instead of [5]\n"
                      "newly queued ordinary finalizers are [] instead of [4]\n"},
                     {"an ordinary finalizer is queued as critical",
                      [](AuditedHeap& it) { it.collection.queued[0].critical = true; },
                      "newly queued critical finalizers are [4, 5] instead of [5]\n"
                      "newly queued ordinary finalizers are [] instead of [4]\n"},
                     {"another object is queued", [](AuditedHeap& it) { it.collection.queued[0].object = 6; },
                      "newly queued ordinary finalizers are [6] instead of [4]\n"},
                     {"a finalizer has run", [](AuditedHeap& it) { it.heap.finalization().take_next(); },
                      "ordinary finalizers due are [] instead of [4]\n"},
                     {"both finalizers have run", [](AuditedHeap& it) { run_finalizers(it.heap); },
                      "critical finalizers due are [] instead of [5]\n"
                      "ordinary finalizers due are [] instead of [4]\n"},
                     {"an object is registered twice",
                      [](AuditedHeap& it) { it.heap.finalization().enroll({.object = 6}); },
                      "registered for finalization are [6, 6] instead of [6]\n"},
                 });
}

}  // namespace
}  // namespace gcrucible::sim
