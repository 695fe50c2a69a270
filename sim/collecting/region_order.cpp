#include "sim/collecting/region_order.h"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "sim/collecting/collection.h"
#include "sim/heap.h"

namespace gcrucible::sim {

namespace {

// The condemned regions of one server heap in a compacting collection as one row, oldest generation first.
class RegionRow {
 public:
  struct Place {
    Generation generation = Generation::k0;
    std::uint32_t region = 0;
  };

  RegionRow(const HeapRegions& before, std::size_t oldest) {
    for (std::size_t generation = oldest + 1; generation-- > 0;) {
      first_[generation] = static_cast<std::uint32_t>(entries_.size());
      for (const Region& region : before[generation]) entries_.push_back({{}, generation, region.own_pin, 0});
    }
  }

  void pin(const Range& range, std::uint64_t bytes) { entries_[at(range)].pinned += bytes; }

  // Packs bytes into the next regions (at least `least` of them) and appends these to `packed`, the regions
  // of that generation. No region gets older by two generations. Regions of equal length have enough room
  // before that. With other lengths in a scenario, the remaining bytes go elsewhere.
  void pack(std::size_t generation, std::vector<Region>& packed, std::uint64_t bytes, std::uint32_t least,
            std::uint64_t length) {
    for (std::uint32_t count = 0; count < least || bytes != 0; ++next_, ++count) {
      if (next_ == entries_.size() || entries_[next_].before + 1 < generation) return;
      put(generation, packed);
      bytes -= std::min(bytes, length - std::min(length, entries_[next_].pinned));
    }
  }

  // Regions without packed objects become generation 0. Those without pinned objects become free.
  void leave(std::vector<Region>& youngest) {
    for (; next_ < entries_.size(); ++next_) {
      const Entry& entry = entries_[next_];
      if (entry.own_pin || entry.pinned != 0) put(0, youngest);
    }
  }

  const Place& place(const Range& range) const { return entries_[at(range)].place; }

 private:
  struct Entry {
    Place place;
    std::size_t before = 0;  // its generation
    bool own_pin = false;
    std::uint64_t pinned = 0;  // bytes
  };

  // Appends the next region to `others`, the regions of that generation.
  void put(std::size_t generation, std::vector<Region>& others) {
    Entry& entry = entries_[next_];
    entry.place = {static_cast<Generation>(generation), static_cast<std::uint32_t>(others.size())};
    // There is free space before the pinned objects.
    others.push_back({entry.own_pin || entry.pinned != 0, entry.own_pin});
  }

  std::uint32_t at(const Range& range) const { return first_[index_of(range.generation)] + range.region; }

  std::array<std::uint32_t, kSmallGenerations> first_{};
  std::vector<Entry> entries_;
  std::uint32_t next_ = 0;
};

class RegionPlanner {
 public:
  RegionPlanner(Heap& heap, Collection& collection, std::span<const RangeSurvivors> survivors,
                std::uint16_t number)
      : heap_(&heap), collection_(&collection), survivors_(survivors), number_(number) {
    for (const Generation generation : {Generation::k0, Generation::k1, Generation::k2}) {
      if (collection.condemned[index_of(generation)]) oldest_ = index_of(generation);
    }
  }

  RegionPlan run(bool promotes) {
    const HeapRegions& before = heap_->regions().of(number_);
    plan_.regions = before;
    const auto compacts = collection_->compacts.begin();
    if (!promotes) {
      each([&](RangePlan& plan, const Range& range, const RangeSurvivors&) {
        plan.region = range.region;
        set(plan, {plan.before, range.region});
      });
    } else if (std::find(compacts, compacts + oldest_ + 1, true) == compacts + oldest_ + 1) {
      sweep(before);
    } else {
      compact(before);
    }
    return plan_;
  }

 private:
  template <typename Do>
  void each(Do&& what) {
    for (std::size_t i = 0; i < collection_->ranges.size(); ++i) {
      RangePlan& plan = collection_->ranges[i];
      const Range& range = heap_->ranges()[plan.range];
      if (range.heap == number_ && is_small_object_heap(plan.before)) what(plan, range, survivors_[i]);
    }
  }

  std::uint64_t length(std::size_t generation) const { return heap_->settings().range_length[generation]; }

  void sweep(const HeapRegions& before) {
    const std::size_t above = std::min(oldest_ + 1, kSmallGenerations - 1);
    HeapRegions& after = plan_.regions;
    for (Region& region : after[0]) region.free_space = true;
    after[above].insert(after[above].end(), after[above - 1].begin(), after[above - 1].end());
    for (std::size_t generation = above - 1; generation > 0; --generation) {
      after[generation] = std::move(after[generation - 1]);
    }
    after[0] = {Region{}};
    each([&](RangePlan& plan, const Range& range, const RangeSurvivors&) {
      const bool joins = plan.before != plan.after && index_of(plan.after) == above;
      plan.region = range.region + (joins ? static_cast<std::uint32_t>(before[above].size()) : 0);
    });
  }

  void compact(const HeapRegions& before) {
    RegionRow row(before, oldest_);
    std::array<std::uint64_t, kSmallGenerations> loose{};
    each([&](const RangePlan& plan, const Range& range, const RangeSurvivors& survivors) {
      row.pin(range, survivors.pinned);
      loose[index_of(plan.before)] += survivors.loose;
    });
    const std::size_t last = kSmallGenerations - 1;
    if (oldest_ == last) {
      loose[last - 1] += std::exchange(loose[last], 0);
    } else {
      fill_above(loose[oldest_], row);
    }
    for (std::size_t generation = oldest_ + 1; generation-- > 0;) {
      std::vector<Region>& regions = plan_.regions[generation];
      regions.clear();
      if (generation != 0) {
        row.pack(generation, regions, loose[generation - 1], 1, length(generation));
      } else {
        row.leave(regions);
      }
      if (regions.empty()) regions.emplace_back();
    }
    each([&](RangePlan& plan, const Range& range, const RangeSurvivors&) {
      if (collection_->compacts[index_of(plan.before)]) set(plan, row.place(range));
    });
  }

  // The generation above the condemned ones takes as many bytes as it has room for. First choice: the last
  // region with free space. Otherwise: its first region with room for all bytes. If no region has enough
  // room, the last one takes a part (allocate_in_older_generation: free lists, then the first region and on;
  // measured: scripts/compare-orders).
  void fill_above(std::uint64_t bytes, RegionRow& row) {
    const std::size_t above = oldest_ + 1;
    std::vector<Region> regions = plan_.regions[above];
    std::vector<std::uint64_t> used(regions.size());
    for (const RangeIndex index : heap_->live_ranges()) {
      const Range& range = heap_->ranges()[index];
      if (range.heap != number_ || index_of(range.generation) != above) continue;
      used[range.region] += range.allocated;
      if (!range.gaps.empty()) regions[range.region].free_space = true;
    }
    const auto room = [&](std::size_t region) {
      return length(above) - std::min(length(above), used[region]);
    };
    const auto spacious = std::find_if(regions.rbegin(), regions.rend(), std::mem_fn(&Region::free_space));
    std::size_t begun = 0;
    if (spacious != regions.rend()) {
      begun = static_cast<std::size_t>(regions.rend() - spacious) - 1;
    } else {
      while (begun + 1 < regions.size() && room(begun) < bytes) ++begun;
    }
    plan_.packed[above] = static_cast<std::uint32_t>(begun);
    plan_.used[above] = used[begun];
    row.pack(above, plan_.regions[above], bytes - std::min(bytes, room(begun)), 0, length(above));
  }

  // `stays` is the generation and region that the pinned objects get if they stay in their region.
  void set(RangePlan& plan, const RegionRow::Place& stays) const {
    const PinnedPolicy policy = collection_->request.pinned;
    if (policy == PinnedPolicy::kPromote) return;
    plan.held = policy == PinnedPolicy::kDemote ? Generation::k0 : stays.generation;
    plan.region = policy == PinnedPolicy::kDemote ? 0 : stays.region;
  }

  Heap* heap_;
  Collection* collection_;
  std::span<const RangeSurvivors> survivors_;
  std::uint16_t number_;
  std::size_t oldest_ = 0;
  RegionPlan plan_;
};

}  // namespace

HeapRegions& Regions::of(std::uint16_t heap) {
  while (heaps_.size() <= heap) {
    HeapRegions& regions = heaps_.emplace_back();
    for (std::vector<Region>& generation : regions) generation.emplace_back();
    regions[0].front().own_pin = heaps_.size() == 1;
  }
  return heaps_[heap];
}

const HeapRegions& Regions::of(std::uint16_t heap) const {
  return heaps_[heap];
}

void number_regions(std::span<Range> ranges, std::span<const RangeIndex> live, const HeapSettings& settings,
                    Regions& regions) {
  regions.of(static_cast<std::uint16_t>(settings.heaps - 1));
  for (const RangeIndex index : live) {
    if (is_small_object_heap(ranges[index].generation)) regions.of(ranges[index].heap);
  }
  // Bytes in the last region of each generation. A literal range longer than a region still counts as one
  // region.
  std::vector<std::array<std::uint64_t, kSmallGenerations>> used(regions.heaps());
  std::vector<std::array<std::size_t, kSmallGenerations>> last(regions.heaps());
  const auto heaps = static_cast<std::uint16_t>(regions.heaps());
  for (std::uint16_t heap = 0; heap < heaps; ++heap) {
    for (std::size_t generation = 0; generation < kSmallGenerations; ++generation)
      last[heap][generation] = regions.of(heap)[generation].size() - 1;
  }
  const auto each = [&](auto&& what) {
    for (const RangeIndex index : live) {
      Range& range = ranges[index];
      if (!is_small_object_heap(range.generation)) continue;
      const std::size_t generation = index_of(range.generation);
      const std::uint64_t length = settings.range_length[generation];
      what(range, generation, used[range.heap][generation], length);
    }
  };
  each([&](const Range& range, std::size_t generation, std::uint64_t& bytes, std::uint64_t length) {
    if (range.region == last[range.heap][generation]) bytes += std::min(range.reserved, length);
  });
  each([&](Range& range, std::size_t generation, std::uint64_t& bytes, std::uint64_t length) {
    if (range.region != kNoRegion) return;
    range.region = static_cast<std::uint32_t>(last[range.heap][generation] + bytes / length);
    bytes += std::min(range.reserved, length);
    std::vector<Region>& all = regions.of(range.heap)[generation];
    if (all.size() <= range.region) all.resize(range.region + 1u);
  });
}

void plan_regions(Heap& heap, Collection& collection, std::span<const RangeSurvivors> survivors,
                  bool promotes) {
  number_regions(heap.ranges(), heap.live_ranges(), heap.settings(), heap.regions());
  for (RangePlan& plan : collection.ranges) plan.held = plan.after;
  const auto heaps = static_cast<std::uint16_t>(heap.regions().heaps());
  for (std::uint16_t number = 0; number < heaps; ++number) {
    collection.regions.push_back(RegionPlanner(heap, collection, survivors, number).run(promotes));
  }
}

namespace {

// More consecutive empty regions than the survivors of any one collection fill.
constexpr std::size_t kMostEmpty = 64;

// Numbers of the regions after the removal. All regions stay except those of a long run of empty ones.
std::vector<std::uint32_t> numbers_of_kept(std::vector<Region>& regions, const std::vector<bool>& used) {
  std::vector<std::uint32_t> numbers(regions.size());
  std::size_t kept = 0, empty = 0;
  for (std::size_t i = 0; i < regions.size(); ++i) {
    const bool alike = i > 0 && regions[i].free_space == regions[i - 1].free_space;
    const bool nothing = !used[i] && !regions[i].own_pin;
    empty = nothing ? (alike ? empty + 1 : 1) : 0;
    numbers[i] = static_cast<std::uint32_t>(kept);
    if (empty <= kMostEmpty) regions[kept++] = regions[i];
  }
  regions.resize(kept);
  return numbers;
}

// Without this, each sweep in a long run of collections would leave one more region.
void give_up_empty_ones(Heap& heap, std::uint16_t number) {
  for (std::size_t generation = 0; generation < kSmallGenerations; ++generation) {
    std::vector<Region>& regions = heap.regions().of(number)[generation];
    if (regions.size() <= 2 * kMostEmpty) continue;
    const auto each = [&](auto&& what) {
      for (const RangeIndex index : heap.live_ranges()) {
        Range& range = heap.ranges()[index];
        const bool here = range.heap == number && index_of(range.generation) == generation;
        if (here && range.region != kNoRegion) what(range);
      }
    };
    std::vector<bool> used(regions.size());
    each([&](const Range& range) { used[range.region] = true; });
    const std::vector<std::uint32_t> numbers = numbers_of_kept(regions, used);
    each([&](Range& range) { range.region = numbers[range.region]; });
  }
}

}  // namespace

void renew_regions(Heap& heap, const Collection& collection) {
  const std::vector<RegionPlan>& plans = collection.regions;
  std::vector<std::array<std::uint64_t, kSmallGenerations>> used;
  const auto heaps = static_cast<std::uint16_t>(plans.size());
  for (std::uint16_t number = 0; number < heaps; ++number) {
    heap.regions().of(number) = plans[number].regions;
    used.push_back(plans[number].used);
  }
  for (const RangeIndex index : heap.live_ranges()) {
    Range& range = heap.ranges()[index];
    // An empty range gets a region when it is used again.
    if (range.objects.empty()) range.region = kNoRegion;
    const bool packed = !range.objects.empty() && range.region == kNoRegion;
    if (!packed || !is_small_object_heap(range.generation) || range.heap >= plans.size()) continue;
    const RegionPlan& plan = plans[range.heap];
    const std::size_t generation = index_of(range.generation);
    const std::uint64_t length = heap.settings().range_length[generation];
    std::uint64_t& bytes = used[range.heap][generation];
    const auto last = static_cast<std::uint32_t>(plan.regions[generation].size()) - 1;
    range.region = std::min(plan.packed[generation] + static_cast<std::uint32_t>(bytes / length), last);
    // The rest of a full range is used too: the next object did not fit into it.
    bytes += std::min(range.reserved, length);
  }
  for (std::uint16_t number = 0; number < heaps; ++number) give_up_empty_ones(heap, number);
}

}  // namespace gcrucible::sim
