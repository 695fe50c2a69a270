#include "sim/collecting/collector.h"

#include "sim/assert.h"
#include "sim/collecting/marking.h"
#include "sim/collecting/moving.h"
#include "sim/collecting/planning.h"

namespace gcrucible::sim {

Collection Collector::begin(const CollectionRequest& request) {
  GCRUCIBLE_ASSERT(is_small_object_heap(request.condemned));
  Collection collection;
  collection.number = ++count_;
  collection.request = request;
  std::size_t oldest = index_of(request.condemned);
  if (fault_ == Fault::kWrongCondemned && oldest > 0) --oldest;
  for (std::size_t i = 0; i <= oldest; ++i) collection.condemned[i] = true;
  // LOH and POH have no generations. They are collected with the oldest generation.
  const bool full = oldest == index_of(Generation::k2);
  collection.condemned[index_of(Generation::kLarge)] = full;
  collection.condemned[index_of(Generation::kPinned)] = full;
  return collection;
}

void Collector::plan(Collection& collection) {
  Marker(*heap_, collection, fault_).run();
  Planner(*heap_, collection, fault_).run();
}

Collection Collector::plan(const CollectionRequest& request) {
  Collection collection = begin(request);
  plan(collection);
  return collection;
}

void Collector::move(Collection& collection) {
  Mover(*heap_, collection, fault_).run();
}

}  // namespace gcrucible::sim
