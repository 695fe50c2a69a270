// Compares one answer of the probe with a closed collection.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "harness/rules/probe/probes.h"

namespace gcrucible::rules {

// What the profiler had before the collection: ids that were right after the last one, and what was announced
// since.
struct Believed {
  std::vector<std::uint64_t> ids;
  std::vector<std::uint32_t> threads;  // on which each was announced; ~0 for those from before
  // The first collection before this one in which it may have gone wrong unseen; 0: it was right before this.
  std::uint32_t unasked = 0;
};

// In the heap behind the collection; null where none starts there.
const HeapObject* object_at(const Collection& collection, std::uint64_t id);

// The objects of the answer, then compare_facts(). Faults are those of one cause. `first_version`:
// there are no brackets to be told.
void compare_objects(const Collection& collection, const ProbeAnswer& answer, const Believed& believed,
                     const Probes& probes, bool first_version, ProbeVerdict& verdict);
// What it says of each, where the objects are right.
void compare_facts(const Collection& collection, const ProbeAnswer& answer, const Probes& probes,
                   ProbeVerdict& verdict);
// Of a collection in the middle of which the profiler was attached: who lived before it is not known.
void compare_orphans(const Collection& collection, const ProbeAnswer& answer, ProbeVerdict& verdict);
// What it has counted; only where its objects are right.
void compare_totals(const ProbeAnswer& answer, const Probes& probes, const Types& types,
                    ProbeVerdict& verdict);
// Allocated, reclaimed and alive, against one another.
void compare_balance(const ProbeAnswer& answer, const Types& types, ProbeVerdict& verdict);

}  // namespace gcrucible::rules
