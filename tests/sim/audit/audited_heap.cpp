#include "tests/sim/audit/audited_heap.h"

#include "tests/support/catch.h"

namespace gcrucible::sim {

AuditedHeap::AuditedHeap() : world(memory), heap(world.heap) {
  REQUIRE(heap.add_range(0x1000, 0x200, Generation::k0));
  REQUIRE(heap.add_range(0x3000, 0x200, Generation::k1));
  for (int i = 0; i < 4; ++i) world.make(world.node);
  world.make(world.closable);
  world.make(world.critical);
  world.make(world.closable);
  for (int i = 0; i < 2; ++i) world.make_in(Generation::k1, world.node);
  for (const ObjectIndex object : {0u, 3u, 6u, 7u}) world.root(object);
  world.root(2, true);
  heap.add_handle({.object = 0, .slot = 0x10});
  heap.add_handle({.kind = HandleKind::kWeakShort, .object = 1, .slot = 0x18});
  heap.reserve(world.node, 0, 1);
}

std::string AuditedHeap::collect(const CollectionRequest& request, void (*falsify)(AuditedHeap&)) {
  const Audit audit(heap);
  Collector collector(heap);
  collection = collector.plan(request);
  collector.move(collection);
  falsify(*this);
  return text_of(audit.check(heap, collection));
}

void check_findings(const CollectionRequest& request, std::initializer_list<FalseResult> results) {
  for (const FalseResult& result : results) {
    INFO(result.name);
    AuditedHeap audited;
    const std::string findings = audited.collect(request, result.falsify);
    CHECK(findings == result.findings);
  }
}

}  // namespace gcrucible::sim
