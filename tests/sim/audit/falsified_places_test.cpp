// The audit names what is wrong with ranges, gaps, generations and plugs.
#include "tests/sim/audit/audited_heap.h"
#include "tests/support/catch.h"

namespace gcrucible::sim {
namespace {

Range& range(AuditedHeap& it) {
  return it.heap.ranges()[0];
}
// The dead object's place.
Gap& gap(AuditedHeap& it) {
  return range(it).gaps.at(0);
}
// Plug 0 has object 0, plug 1 has the pinned object 2, plug 2 has objects 3 to 6.
Plug& plug(AuditedHeap& it, std::size_t number) {
  return it.collection.plugs.at(number);
}
RangePlan& plan(AuditedHeap& it) {
  return it.collection.ranges.at(0);
}

TEST_CASE("audit: a malformed range is named") {
  check_findings(
      sweeping(Generation::k0),
      {
          {"too short for its objects", [](AuditedHeap& it) { range(it).reserved = 0xf8; },
           "range 0x1000 has more allocated than it reserved\n"},
          {"just long enough", [](AuditedHeap& it) { range(it).reserved = 0x100; }, ""},
          {"less allocated than its objects", [](AuditedHeap& it) { range(it).allocated = 0xf8; },
           "object 6 at 0x10e0 ends after its range\n"},
          {"more allocated than its objects", [](AuditedHeap& it) { range(it).allocated = 0x108; }, ""},
          {"up to the next one", [](AuditedHeap& it) { range(it).reserved = 0x2000; }, ""},
          {"into the next one", [](AuditedHeap& it) { range(it).reserved = 0x2008; },
           "two ranges overlap at 0x3000\n"},
          {"another generation", [](AuditedHeap& it) { range(it).generation = Generation::k2; },
           "object 0 at 0x1000 is of generation 1 in a range of generation 2\n"
           "object 2 at 0x1050 is of generation 1 in a range of generation 2\n"
           "object 3 at 0x1078 is of generation 1 in a range of generation 2\n"
           "object 4 at 0x10a0 is of generation 1 in a range of generation 2\n"
           "object 5 at 0x10c0 is of generation 1 in a range of generation 2\n"
           "object 6 at 0x10e0 is of generation 1 in a range of generation 2\n"},
          {"objects that overlap", [](AuditedHeap& it) { it.heap.objects().address[3] -= 8; },
           "object 3 at 0x1070 overlaps what lies below it, up to 0x1078\n"
           "object 3 at 0x1078 moved to 0x1070 although generation 0 sweeps\n"
           "object 3 at 0x1078 is at 0x1070, the plug 0x1078 in range 0x1000 puts it to 0x1078\n"},
          {"an object below the range", [](AuditedHeap& it) { it.heap.objects().address[0] -= 8; },
           "object 0 at 0xff8 overlaps what lies below it, up to 0x1000\n"
           "object 0 at 0x1000 moved to 0xff8 although generation 0 sweeps\n"
           "object 0 at 0x1000 is at 0xff8, the plug 0x1000 in range 0x1000 puts it to 0x1000\n"
           "handle 0 is reported to hold 0x1000 instead of 0xff8\n"},
          {"an object that is not aligned", [](AuditedHeap& it) { it.heap.objects().address[0] += 4; },
           "object 0 at 0x1004 is not aligned\n"
           "the gap at 0x1028 of range 0x1000 is not free\n"
           "object 0 at 0x1000 moved to 0x1004 although generation 0 sweeps\n"
           "object 0 at 0x1000 is at 0x1004, the plug 0x1000 in range 0x1000 puts it to 0x1000\n"
           "handle 0 is reported to hold 0x1000 instead of 0x1004\n"},
          {"an object listed twice", [](AuditedHeap& it) { it.heap.ranges()[1].objects.push_back(6); },
           "object 6 at 0x10e0 overlaps what lies below it, up to 0x3050\n"
           "object 6 at 0x10e0 is in the lists of 2 ranges\n"},
          {"an object that is not listed", [](AuditedHeap& it) { range(it).objects.pop_back(); },
           "object 6 at 0x10e0 is in the lists of 0 ranges\n"},
          {"a released range with objects",
           [](AuditedHeap& it) {
             range(it).released = true;
             range(it).start = 0x3000;
           },
           "the released range 0x3000 lists objects\n"},
          {"an empty released range inside another",
           [](AuditedHeap& it) {
             Range released = range(it);
             released.released = true;
             released.objects.clear();
             it.heap.ranges().push_back(released);
           },
           ""},
      });
}

TEST_CASE("audit: a gap that is not free is named") {
  check_findings(sweeping(Generation::k0),
                 {
                     {"a shorter gap", [](AuditedHeap& it) { gap(it).length = 32; }, ""},
                     {"into the next object", [](AuditedHeap& it) { gap(it).length = 48; },
                      "the gap at 0x1028 of range 0x1000 is not free\n"},
                     {"inside an object",
                      [](AuditedHeap& it) {
                        gap(it) = {0x1020, 8};
                      },
                      "the gap at 0x1020 of range 0x1000 is not free\n"},
                     {"over a whole object",
                      [](AuditedHeap& it) {
                        gap(it) = {0x1028, 120};
                      },
                      "the gap at 0x1028 of range 0x1000 is not free\n"},
                     {"below the range",
                      [](AuditedHeap& it) {
                        gap(it) = {0xff8, 8};
                      },
                      "the gap at 0xff8 of range 0x1000 is not free\n"},
                     {"after the last object",
                      [](AuditedHeap& it) {
                        gap(it) = {0x1100, 8};
                      },
                      "the gap at 0x1100 of range 0x1000 is not free\n"},
                     {"nothing inside an object",
                      [](AuditedHeap& it) {
                        gap(it) = {0x1008, 0};
                      },
                      ""},
                 });
}

TEST_CASE("audit: a wrong generation is named") {
  check_findings(
      sweeping(Generation::k0),
      {
          {"a young generation is not condemned", [](AuditedHeap& it) { it.collection.condemned[0] = false; },
           "generation 0 was not condemned\n"
           "range 0x1000 has 1 plans\n"},
          {"an old generation is condemned", [](AuditedHeap& it) { it.collection.condemned[1] = true; },
           "generation 1 was condemned without request\n"
           "range 0x3000 has 0 plans\n"},
          {"the LOH is condemned", [](AuditedHeap& it) { it.collection.condemned[3] = true; },
           "the LOH was condemned without request\n"},
          {"a swept generation counts as compacted",
           [](AuditedHeap& it) { it.collection.compacts[0] = true; },
           "generation 0 was compacted\n"
           "the plan and the generation disagree in range 0x1000\n"},
          {"a survivor is too old", [](AuditedHeap& it) { it.heap.objects().generation[3] = Generation::k2; },
           "object 3 at 0x1078 is of generation 2 in a range of generation 1\n"
           "object 3 at 0x1078 is in generation 2 and should be in generation 1\n"},
          {"an object of an old generation is promoted",
           [](AuditedHeap& it) { it.heap.objects().generation[7] = Generation::k2; },
           "object 7 at 0x3000 is of generation 2 in a range of generation 1\n"
           "object 7 at 0x3000 is in generation 2 and should be in generation 1\n"},
          {"a dead object's generation",
           [](AuditedHeap& it) { it.heap.objects().generation[1] = Generation::k2; }, ""},
          {"an object of an old generation moves", [](AuditedHeap& it) { it.heap.objects().address[7] += 8; },
           "object 8 at 0x3028 overlaps what lies below it, up to 0x3030\n"
           "object 7 at 0x3000 moved to 0x3008 although it was not condemned\n"
           "object 7 at 0x3000 moved to 0x3008 although generation 1 sweeps\n"},
      });
  check_findings(compacting(Generation::k0),
                 {
                     {"a compacted generation counts as swept",
                      [](AuditedHeap& it) { it.collection.compacts[0] = false; },
                      "generation 0 was swept\n"
                      "the plan and the generation disagree in range 0x1000\n"},
                     {"a pinned object moves", [](AuditedHeap& it) { it.heap.objects().address[2] -= 8; },
                      "the gap at 0x1000 of range 0x1000 is not free\n"
                      "object 2 at 0x1050 moved to 0x1048 although it is pinned\n"
                      "object 2 at 0x1050 is at 0x1048, the plug 0x1050 in range 0x1000 puts it to 0x1050\n"},
                 });
}

TEST_CASE("audit: a wrong plug is named") {
  check_findings(
      sweeping(Generation::k0),
      {
          {"a plan of another generation", [](AuditedHeap& it) { plan(it).before = Generation::k1; },
           "the plan and the generation disagree in range 0x1000\n"},
          {"a plan that compacts", [](AuditedHeap& it) { plan(it).compacts = true; },
           "the plan and the generation disagree in range 0x1000\n"},
          {"a plan without promotion", [](AuditedHeap& it) { plan(it).after = Generation::k0; },
           "survivors that are not held back are to be in generation 0 in range 0x1000\n"},
          {"a plan without plugs",
           [](AuditedHeap& it) {
             plan(it).plug_count = 0;
             plan(it).after = Generation::k0;
           },
           "object 0 at 0x1000 is in 0 plugs instead of 1\n"
           "object 2 at 0x1050 is in 0 plugs instead of 1\n"
           "object 3 at 0x1078 is in 0 plugs instead of 1\n"
           "object 4 at 0x10a0 is in 0 plugs instead of 1\n"
           "object 5 at 0x10c0 is in 0 plugs instead of 1\n"
           "object 6 at 0x10e0 is in 0 plugs instead of 1\n"},
          {"no plan", [](AuditedHeap& it) { it.collection.ranges.clear(); },
           "range 0x1000 has 0 plans\n"
           "object 0 at 0x1000 is in 0 plugs instead of 1\n"
           "object 2 at 0x1050 is in 0 plugs instead of 1\n"
           "object 3 at 0x1078 is in 0 plugs instead of 1\n"
           "object 4 at 0x10a0 is in 0 plugs instead of 1\n"
           "object 5 at 0x10c0 is in 0 plugs instead of 1\n"
           "object 6 at 0x10e0 is in 0 plugs instead of 1\n"},
          {"a plan of a range that is not condemned", [](AuditedHeap& it) { plan(it).range = 1; },
           "the plan and the generation disagree in range 0x3000\n"
           "the plug 0x1000 in range 0x3000 is not contiguous at object 7 at 0x3000\n"
           "the plug 0x1050 in range 0x3000 has positions that are not there\n"
           "the plug 0x1078 in range 0x3000 has positions that are not there\n"
           "range 0x1000 has 0 plans\n"
           "range 0x3000 has 1 plans\n"
           "object 0 at 0x1000 is in 0 plugs instead of 1\n"
           "object 2 at 0x1050 is in 0 plugs instead of 1\n"
           "object 3 at 0x1078 is in 0 plugs instead of 1\n"
           "object 4 at 0x10a0 is in 0 plugs instead of 1\n"
           "object 5 at 0x10c0 is in 0 plugs instead of 1\n"
           "object 6 at 0x10e0 is in 0 plugs instead of 1\n"
           "object 7 at 0x3000 is in 1 plugs instead of 0\n"},
          {"two plans", [](AuditedHeap& it) { it.collection.ranges.push_back(plan(it)); },
           "range 0x1000 has 2 plans\n"
           "object 0 at 0x1000 is in 2 plugs instead of 1\n"
           "object 2 at 0x1050 is in 2 plugs instead of 1\n"
           "object 3 at 0x1078 is in 2 plugs instead of 1\n"
           "object 4 at 0x10a0 is in 2 plugs instead of 1\n"
           "object 5 at 0x10c0 is in 2 plugs instead of 1\n"
           "object 6 at 0x10e0 is in 2 plugs instead of 1\n"},
          {"an empty plug", [](AuditedHeap& it) { plug(it, 0).count = 0; },
           "the plug 0x1000 in range 0x1000 has positions that are not there\n"
           "object 0 at 0x1000 is in 0 plugs instead of 1\n"},
          {"a plug after the last object", [](AuditedHeap& it) { plug(it, 2).count = 5; },
           "the plug 0x1078 in range 0x1000 has positions that are not there\n"
           "object 3 at 0x1078 is in 0 plugs instead of 1\n"
           "object 4 at 0x10a0 is in 0 plugs instead of 1\n"
           "object 5 at 0x10c0 is in 0 plugs instead of 1\n"
           "object 6 at 0x10e0 is in 0 plugs instead of 1\n"},
          {"a plug that claims a dead object", [](AuditedHeap& it) { plug(it, 0).count = 2; },
           "the plug 0x1000 in range 0x1000 covers the dead object 1 at 0x1028\n"},
          {"a plug that claims the next one", [](AuditedHeap& it) { plug(it, 1).count = 2; },
           "the plug 0x1050 in range 0x1000 is pinned without object 3 at 0x1078\n"
           "the plug 0x1078 in range 0x1000 overlaps the one before\n"
           "object 3 at 0x1078 is in 2 plugs instead of 1\n"},
          {"a plug without its last object", [](AuditedHeap& it) { plug(it, 2).count = 3; },
           "object 6 at 0x10e0 is in 0 plugs instead of 1\n"},
          {"a pinned plug that is not marked", [](AuditedHeap& it) { plug(it, 1).pinned = 0; },
           "the plug 0x1050 in range 0x1000 is not pinned with the pinned object 2 at 0x1050\n"
           "the plug 0x1078 in range 0x1000 continues the one before\n"},
          {"a loose plug that is marked", [](AuditedHeap& it) { plug(it, 0).pinned = 1; },
           "the plug 0x1000 in range 0x1000 is pinned without object 0 at 0x1000\n"},
          {"a plug with a hole",
           [](AuditedHeap& it) {
             it.collection.plugs[0].from -= 8;
             it.collection.plugs[0].to -= 8;
           },
           "the plug 0xff8 in range 0x1000 is not contiguous at object 0 at 0x1000\n"},
          {"a plug that moves", [](AuditedHeap& it) { plug(it, 0).to += 8; },
           "the plug 0x1000 in range 0x1000 moves in a sweeping generation\n"
           "object 0 at 0x1000 is at 0x1000, the plug 0x1000 in range 0x1000 puts it to 0x1008\n"},
          {"two plugs of neighbours",
           [](AuditedHeap& it) {
             Plug rest = plug(it, 2);
             plug(it, 2).count = 1;
             rest.first += 1;
             rest.count = 3;
             rest.from = rest.to = rest.from + 40;
             it.collection.plugs.push_back(rest);
             ++plan(it).plug_count;
           },
           "the plug 0x10a0 in range 0x1000 continues the one before\n"},
      });
}

// Six large objects. The first and the fourth die.
TEST_CASE("audit: a plug of two large objects is named if the LOH compacts") {
  for (const bool compacts : {false, true}) {
    LiteralMemory memory;
    World world(memory, {.large_object_threshold = 200});
    for (int i = 0; i < 6; ++i) {
      const ObjectIndex object = world.make(world.bytes, 300);
      if (i != 0 && i != 3) world.root(object);
    }
    CollectionRequest request = sweeping(Generation::k2);
    if (compacts) request.mode[index_of(Generation::kLarge)] = Mode::kCompact;
    const Audit audit(world.heap);
    Collector collector(world.heap);
    Collection collection = collector.plan(request);
    collector.move(collection);
    REQUIRE(collection.plugs.size() == (compacts ? 4 : 2));
    CHECK(text_of(audit.check(world.heap, collection)).empty());
    if (!compacts) continue;
    ++collection.plugs[0].count;
    CHECK(text_of(audit.check(world.heap, collection)) ==
          "the plug 0x1000000148 in range 0x1000000000 holds more than one object of the LOH\n"
          "the plug 0x1000000290 in range 0x1000000000 overlaps the one before\n"
          "object 2 at 0x1000000290 is in 2 plugs instead of 1\n");
  }
}

}  // namespace
}  // namespace gcrucible::sim
