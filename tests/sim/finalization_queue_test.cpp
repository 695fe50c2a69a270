// The order of the finalization queue, and the effects of suppressing and registering again. The orders are
// those observed in .NET 10 (fixtures/scenarios/portable plays them on both sides).
#include "sim/finalization_queue.h"

#include "sim/literal_memory.h"
#include "tests/sim/world.h"
#include "tests/support/catch.h"

namespace gcrucible::sim {
namespace {

using Objects = std::vector<ObjectIndex>;

// A heap of `count` objects with finalizers, numbered from 0. The objects in `critical` have critical
// finalizers.
class Closers {
 public:
  explicit Closers(ObjectIndex count, const Objects& critical = {}) : world_(memory_) {
    for (ObjectIndex object = 0; object < count; ++object) {
      const bool is_critical = std::ranges::count(critical, object) != 0;
      world_.make(is_critical ? world_.critical : world_.closable);
    }
  }

  World& operator*() { return world_; }
  World* operator->() { return &world_; }
  // In the order of FinalizeableObjectQueued.
  Objects due() const {
    Objects reported = objects_of(queue().ordinary());
    const Objects critical = objects_of(queue().critical());
    reported.insert(reported.end(), critical.begin(), critical.end());
    return reported;
  }
  Objects collect(Generation condemned) {
    CHECK(text_of(world_.collect(compacting(condemned)).findings).empty());
    return due();
  }
  Objects sweep(Generation condemned) {
    CHECK(text_of(world_.collect(sweeping(condemned)).findings).empty());
    return due();
  }
  const FinalizationQueue& queue() const { return world_.heap.finalization(); }

 private:
  LiteralMemory memory_;
  World world_;
};

TEST_CASE("finalization: objects are queued in order of registration and run from the last") {
  Closers heap(3);
  CHECK(heap.collect(Generation::k0) == Objects{0, 1, 2});
  Objects run;
  while (const auto next = heap->heap.finalization().take_next()) run.push_back(next->object);
  CHECK(run == Objects{2, 1, 0});
}

TEST_CASE("finalization: newly queued objects are listed in order of registration, critical ones last") {
  Closers heap(5, {0, 3});
  const Outcome outcome = heap->collect(compacting(Generation::k0));
  CHECK(objects_of(outcome.collection.queued) == Objects{1, 2, 4, 0, 3});
}

TEST_CASE("finalization: an object that leaves the queue rotates it by one") {
  Closers heap(3);
  heap->heap.suppress_finalizer(0);
  CHECK(heap.collect(Generation::k0) == Objects{2, 1});
}

TEST_CASE("finalization: a suppressed object in the middle rotates those after it") {
  Closers heap(4);
  heap->heap.suppress_finalizer(1);
  CHECK(heap.collect(Generation::k0) == Objects{0, 3, 2});
}

TEST_CASE("finalization: a critical finalizer is reported last") {
  Closers heap(4, {1, 3});
  CHECK(heap.collect(Generation::k0) == Objects{0, 2, 3, 1});
}

TEST_CASE("finalization: an object registered twice is queued twice") {
  Closers heap(2);
  heap->heap.register_finalizer(0);
  CHECK(heap.collect(Generation::k0) == Objects{0, 1, 0});
}

TEST_CASE("finalization: suppressing removes one of two registrations") {
  Closers heap(1);
  heap->heap.register_finalizer(0);
  heap->heap.suppress_finalizer(0);
  CHECK(heap.collect(Generation::k0) == Objects{0});
}

TEST_CASE("finalization: registering after a suppression only cancels it") {
  Closers heap(1);
  heap->heap.suppress_finalizer(0);
  heap->heap.register_finalizer(0);
  CHECK(heap.collect(Generation::k0) == Objects{0});
}

TEST_CASE("finalization: suppressing without a registration cancels the next one") {
  Closers heap(1);
  CHECK(heap.collect(Generation::k0) == Objects{0});
  run_finalizers(heap->heap);
  const RootIndex root = heap->root(0);
  heap->heap.suppress_finalizer(0);
  heap->heap.register_finalizer(0);
  CHECK(heap.queue().registered().empty());
  heap->heap.register_finalizer(0);
  CHECK(objects_of(heap.queue().registered()) == Objects{0});
  heap->heap.roots()[root].removed = true;
  CHECK(heap.collect(Generation::k2) == Objects{0});
}

TEST_CASE("finalization: a suppressed object in the queue does not run") {
  Closers heap(1);
  heap.collect(Generation::k0);
  heap->heap.suppress_finalizer(0);
  CHECK(heap.queue().is_suppressed(0));
  run_finalizers(heap->heap);
  CHECK_FALSE(heap.queue().is_suppressed(0));
}

TEST_CASE("finalization: older generations are queued after younger ones") {
  Closers heap(2);
  const RootIndex first = heap->root(0);
  const RootIndex second = heap->root(1);
  heap.collect(Generation::k1);
  const ObjectIndex young = heap->make(heap->closable);
  const ObjectIndex younger = heap->make(heap->closable);
  heap->heap.roots()[first].removed = heap->heap.roots()[second].removed = true;
  CHECK(heap.collect(Generation::k1) == Objects{young, younger, 0, 1});
}

TEST_CASE("finalization: each sweep takes entries one generation up, as far as generation 2") {
  Closers heap(1);
  const RootIndex oldest = heap->root(0);
  heap.sweep(Generation::k2);
  const ObjectIndex old = heap->make(heap->closable);
  const RootIndex older = heap->root(old);
  heap.sweep(Generation::k2);
  REQUIRE(heap->generation(0) == Generation::k2);
  REQUIRE(heap->generation(old) == Generation::k1);
  const ObjectIndex young = heap->make(heap->closable);
  heap->heap.roots()[oldest].removed = heap->heap.roots()[older].removed = true;
  CHECK(heap.collect(Generation::k2) == Objects{young, old, 0});
}

TEST_CASE("finalization: new registrations rotate the queue") {
  Closers heap(3);
  heap.collect(Generation::k0);
  heap->root(heap->make(heap->closable));
  CHECK(heap.due() == Objects{1, 2, 0});
}

TEST_CASE("finalization: entries follow objects that are demoted") {
  Closers heap(2);
  heap->make(heap->leaf);
  heap->make(heap->closable);
  heap->root(0);
  const RootIndex pinned = heap->root(1, true);
  heap->root(3);
  CollectionRequest request = compacting(Generation::k0);
  request.pinned = PinnedPolicy::kDemote;
  CHECK(text_of(heap->collect(request).findings).empty());
  REQUIRE(heap->generation(1) == Generation::k0);
  CHECK(objects_of(heap.queue().registered()) == Objects{0, 3, 1});
  heap->heap.roots()[pinned].removed = true;
  CHECK(heap.collect(Generation::k0) == Objects{1});
}

TEST_CASE("finalization: an old object that registers again is among the youngest") {
  Closers heap(2);
  const RootIndex root = heap->root(0);
  heap->root(1);
  heap.collect(Generation::k1);
  heap.collect(Generation::k1);
  heap->heap.register_finalizer(0);
  CHECK(objects_of(heap.queue().registered()) == Objects{0, 1, 0});
  heap->heap.roots()[root].removed = true;
  CHECK(heap.collect(Generation::k1).empty());
  CHECK(heap.collect(Generation::k2) == Objects{0, 0});
}

}  // namespace
}  // namespace gcrucible::sim
