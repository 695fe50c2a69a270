#include "sim/collecting/balancing.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace gcrucible::sim {

namespace {

struct Share {
  RangeIndex range;
  std::uint64_t bytes;  // of live objects
};

std::uint64_t living_bytes(const Heap& heap, const Collection& collection, RangeIndex range) {
  std::uint64_t bytes = 0;
  for (const ObjectIndex object : heap.ranges()[range].objects) {
    if (collection.live[object]) bytes += heap.padded_size_of(object);
  }
  return bytes;
}

// Continues while the richest heap has enough to give. Stops before the poorest heap would become richer than
// it.
void balance(Heap& heap, const Collection& collection, Generation generation) {
  std::vector<std::vector<Share>> shares(heap.settings().heaps);
  std::vector<std::uint64_t> total(heap.settings().heaps, 0);
  for (const RangePlan& plan : collection.ranges) {
    if (plan.before != generation) continue;
    const Range& range = heap.ranges()[plan.range];
    // A literal range keeps the heap that the scenario declares.
    if (range.heap >= shares.size() || range.declared) continue;
    const Share share{plan.range, living_bytes(heap, collection, plan.range)};
    total[range.heap] += share.bytes;
    if (share.bytes != 0) shares[range.heap].push_back(share);
  }
  for (;;) {
    const auto rich = static_cast<std::size_t>(std::ranges::max_element(total) - total.begin());
    const auto poor = static_cast<std::size_t>(std::ranges::min_element(total) - total.begin());
    std::vector<Share>& own = shares[rich];
    const auto given = std::ranges::find_if(
        own, [&](const Share& share) { return total[poor] + share.bytes < total[rich]; });
    if (given == own.end()) return;
    heap.ranges()[given->range].heap = static_cast<std::uint16_t>(poor);
    heap.ranges()[given->range].region = kNoRegion;
    total[rich] -= given->bytes;
    total[poor] += given->bytes;
    // No range is given twice.
    own.erase(given);
  }
}

}  // namespace

void balance(Heap& heap, const Collection& collection) {
  if (!heap.settings().balanced || heap.settings().heaps < 2) return;
  for (const Generation generation : {Generation::k2, Generation::k1, Generation::k0}) {
    balance(heap, collection, generation);
  }
}

}  // namespace gcrucible::sim
