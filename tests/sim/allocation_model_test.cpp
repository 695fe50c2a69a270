// Allocation compared with a slow, simple model: first fit in gaps, then the thread's area, then room behind.
#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "sim/literal_memory.h"
#include "tests/sim/random_world.h"
#include "tests/support/property.h"

namespace gcrucible::sim {
namespace {

constexpr std::uint64_t kFreeObject = 24;

struct ModelRange {
  Generation generation;
  std::uint16_t heap;
  bool declared;
  Address end;  // of the last object
  Address limit;
  Address areas_end;
  std::vector<Gap> gaps;
};

struct ModelArea {
  std::size_t range;
  Address next;
  Address limit;  // of objects
  Address end;
};

// Values of the whole range from the first test on.
template <typename T>
T any_of(const rc::Gen<T>& generator) {
  return *rc::gen::resize(rc::kNominalSize, generator);
}
int below(int limit) {
  return any_of(rc::gen::inRange(0, limit));
}

// Addresses that the heap must choose. It knows the heap after a collection only from its ranges.
class Model {
 public:
  explicit Model(HeapSettings settings) : settings_(settings) {}

  // The address of the next object of `size` bytes, and whether it lies outside its thread's area.
  std::pair<Address, bool> place(const Allocation& allocation, Generation generation, std::uint64_t size) {
    for (ModelRange& range : ranges_) {
      if (range.generation != generation || range.heap != allocation.heap) continue;
      for (Gap& gap : range.gaps) {
        if (gap.length != size && gap.length < size + kFreeObject) continue;
        gap.length -= size;
        return {std::exchange(gap.start, gap.start + size), settings_.allocation_area != 0};
      }
    }
    const bool own_range = size > settings_.range_length[index_of(generation)];
    const bool uses_area = settings_.allocation_area != 0 && generation == Generation::k0 && !own_range;
    const auto thread = std::pair(allocation.heap, allocation.thread);
    if (uses_area && areas_.contains(thread) && areas_[thread].limit >= areas_[thread].next + size) {
      ModelArea& area = areas_[thread];
      area.next += size;
      ranges_[area.range].end = std::max(ranges_[area.range].end, area.next);
      return {area.next - size, false};
    }
    std::size_t& from = full_below_[{generation, allocation.heap}];
    std::size_t at = from;
    for (; at < ranges_.size(); ++at) {
      if (ranges_[at].generation != generation || ranges_[at].heap != allocation.heap) continue;
      if (const Address address = behind(at, size, uses_area ? &areas_[thread] : nullptr)) {
        if (!own_range) from = at;
        return {address, uses_area && !ranges_[at].declared};
      }
    }
    const std::uint64_t length = std::max(size, settings_.range_length[index_of(generation)]);
    ranges_.push_back({generation, allocation.heap, false, next_range_, next_range_ + length, 0, {}});
    next_range_ += (length + 15) / 16 * 16;
    if (!own_range) from = at;
    return {behind(at, size, uses_area ? &areas_[thread] : nullptr), uses_area};
  }

  void add(ModelRange range) { ranges_.push_back(std::move(range)); }
  void collected(const Heap& heap) {
    ranges_.clear();
    areas_.clear();
    full_below_.clear();
    for (const Range& range : heap.ranges()) {
      next_range_ = std::max(next_range_, (range.limit() + 15) / 16 * 16);
      if (range.released) continue;
      ranges_.push_back({range.generation, range.heap, range.declared.has_value(), range.end(), range.limit(),
                         0, range.gaps});
    }
  }

 private:
  // 0 if there is no room.
  Address behind(std::size_t at, std::uint64_t size, ModelArea* area) {
    ModelRange& range = ranges_[at];
    const Address free = (std::max(range.end, range.areas_end) + 7) / 8 * 8;
    const bool last = area != nullptr && area->next != 0 && area->range == at && area->end == range.areas_end;
    const Address address = last ? area->next + kFreeObject : free;
    if (address + size > range.limit) return 0;
    range.end = std::max(range.end, address + size);
    if (area == nullptr || range.declared) return address;
    // As long as an area normally is. Longer for a long object with a free object behind it.
    Address end = free + settings_.allocation_area;
    end = std::max(end, last ? free + size + kFreeObject : address + size + kFreeObject);
    end = std::min(end, range.limit);
    *area = {at, address + size, end == range.limit ? end : end - kFreeObject, end};
    range.areas_end = end;
    return address;
  }

  HeapSettings settings_;
  Address next_range_ = LiteralMemory::kDefaultBase;
  std::vector<ModelRange> ranges_;
  std::map<std::pair<std::uint16_t, std::uint32_t>, ModelArea> areas_;
  std::map<std::pair<Generation, std::uint16_t>, std::size_t> full_below_;
};

class Comparison {
 public:
  explicit Comparison(HeapSettings settings) : world_(memory_, settings), model_(settings) {}

  void add_literal_range() {
    world_.heap.add_range(0x1000, 512, Generation::k0);
    model_.add({Generation::k0, 0, true, 0x1000, 0x1200, 0, {}});
  }
  void allocate() {
    Allocation allocation;
    const std::array types{world_.node, world_.leaf, world_.odd, world_.bytes, world_.bytes};
    allocation.type = types[static_cast<std::size_t>(below(5))];
    if (allocation.type == world_.bytes)
      allocation.length = static_cast<std::uint64_t>(below(below(8) == 0 ? 900 : 120));
    const int kind = below(10);
    if (kind < 2) allocation.generation = kind == 0 ? Generation::k1 : Generation::kPinned;
    allocation.heap = below(4) == 0 ? 1 : 0;
    allocation.thread = static_cast<std::uint32_t>(below(3));
    const Type& type = world_.heap.type(allocation.type);
    const std::uint64_t size = object_size(type, allocation.length);
    const Generation generation = allocation.generation.value_or(
        size >= world_.heap.settings().large_object_threshold ? Generation::kLarge : Generation::k0);
    const auto [address, outside] = model_.place(allocation, generation, (size + 7) / 8 * 8);
    const AllocationResult result = world_.heap.allocate(allocation);
    RC_ASSERT(result.error == AllocationError::kNone);
    RC_ASSERT(world_.address(result.object) == address);
    RC_ASSERT(result.outside_area == outside);
    RC_ASSERT(world_.generation(result.object) == generation);
    RC_ASSERT(world_.heap.object_covering(address + size - 1) == result.object);
    if (below(2) == 0) world_.root(result.object);
  }
  void collect() {
    CollectionRequest request = below(2) == 0 ? sweeping(Generation::k2) : sweeping(Generation::k0);
    request.promote = below(2) == 0;
    RC_ASSERT(text_of(world_.collect(request).findings) == "");
    model_.collected(world_.heap);
    for (Root& root : world_.heap.roots()) root.removed = root.removed || below(4) == 0;
  }

 private:
  LiteralMemory memory_;
  World world_;
  Model model_;
};

TEST_CASE("Heap: each object has the address that the simple model expects") {
  tests::property("addresses are equal", [] {
    HeapSettings settings;
    settings.large_object_threshold = 200;
    settings.heaps = 2;
    settings.allocation_area = any_of(rc::gen::element<std::uint64_t>(0, 128, 300));
    settings.range_length.fill(any_of(rc::gen::element<std::uint64_t>(256, 600, 2048)));
    Comparison comparison(settings);
    if (below(2) == 0) comparison.add_literal_range();
    const int rounds = 1 + below(4);
    for (int round = 0; round < rounds; ++round) {
      const int count = 1 + below(80);
      for (int i = 0; i < count; ++i) comparison.allocate();
      comparison.collect();
    }
  });
}

}  // namespace
}  // namespace gcrucible::sim
