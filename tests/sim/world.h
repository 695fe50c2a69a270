// A heap with the usual types and an audited collector, for tests.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "sim/audit/audit.h"
#include "sim/collecting/collector.h"
#include "sim/heap.h"

namespace gcrucible::sim {

struct Outcome {
  Collection collection;
  std::vector<AuditFinding> findings;
  std::vector<Address> before;              // addresses by object
  std::vector<std::uint64_t> plug_lengths;  // as reported to a profiler
  std::vector<ObjectIndex> deaths;
};

std::string text_of(const std::vector<AuditFinding>& findings);

// A request for a compacting collection of everything up to `condemned`.
CollectionRequest compacting(Generation condemned, Destination destination = Destination::kFresh);
CollectionRequest sweeping(Generation condemned);

// Runs all finalizers that are due.
void run_finalizers(Heap& heap);
std::vector<ObjectIndex> objects_of(std::span<const FinalizableObject> entries);

class World {
 public:
  explicit World(Memory& memory, HeapSettings settings = {});

  ObjectIndex make(TypeIndex type, std::uint64_t length = 0);
  ObjectIndex make_in(Generation generation, TypeIndex type, std::uint64_t length = 0);
  ObjectIndex make_at(Address address, Generation generation, TypeIndex type, std::uint64_t length = 0);
  RootIndex root(ObjectIndex object, bool pinned = false);
  HandleIndex handle(HandleKind kind, ObjectIndex object, ObjectIndex secondary = kNoObject);
  Outcome collect(const CollectionRequest& request, Fault fault = Fault::kNone);

  Address address(ObjectIndex object) const { return heap.objects().address[object]; }
  Generation generation(ObjectIndex object) const { return heap.objects().generation[object]; }
  bool dead(ObjectIndex object) const { return heap.objects().dead[object]; }
  const Range& range_of(ObjectIndex object) const {
    return heap.ranges()[*heap.range_covering(address(object))];
  }

  Heap heap;
  TypeIndex node = 0;      // 40 bytes, references at 8 and 16
  TypeIndex leaf = 0;      // 24 bytes, no references
  TypeIndex odd = 0;       // 28 bytes, reference at 8
  TypeIndex closable = 0;  // 32 bytes with a finalizer, reference at 8
  TypeIndex critical = 0;  // the same, with a critical finalizer
  TypeIndex nodes = 0;     // array of references
  TypeIndex bytes = 0;     // array of bytes
  TypeIndex text = 0;      // string
};

}  // namespace gcrucible::sim
