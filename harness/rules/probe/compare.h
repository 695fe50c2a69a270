// Compares one answer of the probe with a closed collection.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "harness/rules/probe/habits.h"
#include "harness/rules/probe/probes.h"

namespace gcrucible::rules {

// The largest ULONG, which GetObjectSize leaves if it fails with COR_E_OVERFLOW.
inline constexpr std::uint64_t kMostInUlong = 0xFFFFFFFF;

// What the profiler had before the collection: the correct ids after the last one, and the objects
// announced since.
struct Believed {
  std::vector<std::uint64_t> ids;
  std::vector<std::uint32_t> threads;  // native threads of the announcements; ~0 for older ids
  // The first earlier collection in which an unnoticed mistake is possible; 0: correct before this one.
  std::uint32_t unasked = 0;
  // If not 0: the ids that a tracker with each habit has by now, by index in habits(), in the order of `ids`.
  // An id is 0 after the death or loss of its object. Empty after too many collections without a query.
  std::vector<std::vector<std::uint64_t>> by_habit = {};
  EarlierRanges earlier = {};
  bool answered = false;  // an earlier answer had an object
};

// The object that begins there; null if none does.
const HeapObject* object_in(const HeapPicture& heap, std::uint64_t at);
// The object at that id after the collection; null if no object begins there.
const HeapObject* object_at(const Collection& collection, std::uint64_t id);

// Compares the objects of the answer, then calls compare_facts(). All faults have one cause.
// `first_version`: the profiler receives no brackets.
void compare_objects(const Collection& collection, const ProbeAnswer& answer, const Believed& believed,
                     const Probes& probes, bool first_version, ProbeVerdict& verdict);
// Compares the facts of each object, if the objects are correct.
void compare_facts(const Collection& collection, const ProbeAnswer& answer, const Probes& probes,
                   ProbeVerdict& verdict);
// For a collection during which the profiler attached: the objects before it are unknown.
void compare_orphans(const Collection& collection, const ProbeAnswer& answer, ProbeVerdict& verdict);
// Compares the totals; only if the objects are correct.
void compare_totals(const Collection& collection, const ProbeAnswer& answer, const Probes& probes,
                    const Types& types, ProbeVerdict& verdict);
// Compares what functions have allocated; only if the objects are correct.
void compare_functions(const ProbeAnswer& answer, const Probes& probes, const CallTree& calls,
                       ProbeVerdict& verdict);
// Compares allocated, reclaimed and live totals with one another.
void compare_balance(const ProbeAnswer& answer, const Types& types, ProbeVerdict& verdict);

}  // namespace gcrucible::rules
