#include "sim/region_order.h"

#include <algorithm>
#include <utility>

#include "sim/collection.h"
#include "sim/heap.h"

namespace gcrucible::sim {

namespace {

// The condemned regions of one server heap in a compacting collection as one row, those of the oldest
// generation first.
class RegionRow {
 public:
  struct Place {
    Generation generation = Generation::k0;
    std::uint32_t region = 0;
  };

  RegionRow(const SmallGenerations& counts, std::size_t oldest) {
    std::uint32_t end = 0;
    for (std::size_t generation = oldest + 1; generation-- > 0;) {
      first_[generation] = end;
      end += counts[generation];
    }
    pinned_.resize(end);
    places_.resize(end);
  }

  void pin(const Range& range, std::uint64_t bytes) { pinned_[at(range)] += bytes; }

  // Packs bytes into the next regions, `least` at least: they are regions of that generation from `first` on.
  // Returns how many.
  std::uint32_t pack(std::size_t generation, std::uint32_t first, std::uint64_t bytes, std::uint32_t least,
                     std::uint64_t length) {
    std::uint32_t count = 0;
    for (; next_ < places_.size() && (count < least || bytes != 0); ++next_, ++count) {
      places_[next_] = {static_cast<Generation>(generation), first + count};
      bytes -= std::min(bytes, length - std::min(length, pinned_[next_]));
    }
    return count;
  }

  // What nothing was packed into becomes generation 0, and free if nothing is pinned in it. Returns how many
  // regions hold something.
  std::uint32_t leave() {
    std::uint32_t count = 0;
    for (; next_ < places_.size(); ++next_) {
      places_[next_] = {Generation::k0, count};
      if (pinned_[next_] != 0) ++count;
    }
    return count;
  }

  const Place& place(const Range& range) const { return places_[at(range)]; }

 private:
  std::uint32_t at(const Range& range) const { return first_[index_of(range.generation)] + range.region; }

  SmallGenerations first_{};
  std::vector<std::uint64_t> pinned_;  // bytes
  std::vector<Place> places_;
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
    const SmallGenerations counts = heap_->regions().of(number_);
    plan_.count = counts;
    const auto compacts = collection_->compacts.begin();
    if (!promotes) {
      each([&](RangePlan& plan, const Range& range, const RangeSurvivors&) {
        plan.region = range.region;
        set(plan, {plan.before, range.region});
      });
    } else if (std::find(compacts, compacts + oldest_ + 1, true) == compacts + oldest_ + 1) {
      sweep(counts);
    } else {
      compact(counts);
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

  void sweep(const SmallGenerations& counts) {
    const std::size_t above = std::min(oldest_ + 1, kSmallGenerations - 1);
    plan_.count[above] += counts[above - 1];
    for (std::size_t generation = above - 1; generation > 0; --generation) {
      plan_.count[generation] = counts[generation - 1];
    }
    plan_.count[0] = 1;
    each([&](RangePlan& plan, const Range& range, const RangeSurvivors&) {
      const bool joins = plan.before != plan.after && index_of(plan.after) == above;
      plan.region = range.region + (joins ? counts[above] : 0);
    });
  }

  void compact(const SmallGenerations& counts) {
    RegionRow row(counts, oldest_);
    std::array<std::uint64_t, kSmallGenerations> loose{};
    each([&](const RangePlan& plan, const Range& range, const RangeSurvivors& survivors) {
      row.pin(range, survivors.pinned);
      loose[index_of(plan.before)] += survivors.loose;
    });
    const std::size_t last = kSmallGenerations - 1;
    if (oldest_ == last) {
      loose[last - 1] += std::exchange(loose[last], 0);
    } else {
      fill_above(counts, loose[oldest_], row);
    }
    for (std::size_t generation = oldest_; generation > 0; --generation) {
      const std::uint32_t packed = row.pack(generation, 0, loose[generation - 1], 1, length(generation));
      plan_.count[generation] = std::max(packed, 1u);
    }
    plan_.count[0] = std::max(row.leave(), 1u);
    each([&](RangePlan& plan, const Range& range, const RangeSurvivors&) {
      if (collection_->compacts[index_of(plan.before)]) set(plan, row.place(range));
    });
  }

  // The generation above the condemned ones takes in what it has room for.
  void fill_above(const SmallGenerations& counts, std::uint64_t bytes, RegionRow& row) {
    const std::size_t above = oldest_ + 1;
    plan_.packed[above] = counts[above] - 1;
    std::uint64_t& used = plan_.used[above];
    for (const Range& range : heap_->ranges()) {
      if (range.heap == number_ && !range.released && index_of(range.generation) == above &&
          range.region == plan_.packed[above]) {
        used += range.allocated;
      }
    }
    const std::uint64_t room = length(above) - std::min(length(above), used);
    plan_.count[above] += row.pack(above, counts[above], bytes - std::min(bytes, room), 0, length(above));
  }

  // `stays` is where its region leaves what is pinned.
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

SmallGenerations& RegionCounts::of(std::uint16_t heap) {
  if (counts_.size() <= heap) counts_.resize(heap + 1u, SmallGenerations{1, 1, 1});
  return counts_[heap];
}

const SmallGenerations& RegionCounts::of(std::uint16_t heap) const {
  return counts_[heap];
}

void number_regions(std::span<Range> ranges, const HeapSettings& settings, RegionCounts& counts) {
  const auto is_small = [](const Range& range) {
    return !range.released && is_small_object_heap(range.generation);
  };
  for (const Range& range : ranges) {
    if (is_small(range)) counts.of(range.heap);
  }
  // Of the last region of each generation. A literal range may be longer than a region, and is one all the
  // same.
  std::vector<std::array<std::uint64_t, kSmallGenerations>> used(counts.heaps());
  const RegionCounts before = counts;
  const auto each = [&](auto&& what) {
    for (Range& range : ranges) {
      if (!is_small(range)) continue;
      const std::size_t generation = index_of(range.generation);
      const std::uint64_t length = settings.range_length[generation];
      what(range, generation, used[range.heap][generation], length);
    }
  };
  each([&](const Range& range, std::size_t generation, std::uint64_t& bytes, std::uint64_t length) {
    if (range.region + 1 == before.of(range.heap)[generation]) bytes += std::min(range.reserved, length);
  });
  each([&](Range& range, std::size_t generation, std::uint64_t& bytes, std::uint64_t length) {
    if (range.region != kNoRegion) return;
    range.region = before.of(range.heap)[generation] - 1 + static_cast<std::uint32_t>(bytes / length);
    bytes += std::min(range.reserved, length);
    std::uint32_t& count = counts.of(range.heap)[generation];
    count = std::max(count, range.region + 1);
  });
}

void plan_regions(Heap& heap, Collection& collection, std::span<const RangeSurvivors> survivors,
                  bool promotes) {
  number_regions(heap.ranges(), heap.settings(), heap.regions());
  for (RangePlan& plan : collection.ranges) plan.held = plan.after;
  for (std::uint16_t number = 0; number < heap.regions().heaps(); ++number) {
    collection.regions.push_back(RegionPlanner(heap, collection, survivors, number).run(promotes));
  }
}

void renew_regions(Heap& heap, const Collection& collection) {
  std::vector<RegionPlan> plans = collection.regions;
  for (std::uint16_t number = 0; number < plans.size(); ++number) {
    heap.regions().of(number) = plans[number].count;
  }
  for (Range& range : heap.ranges()) {
    // Whatever an empty one is used for next puts it into a region then.
    if (range.objects.empty()) range.region = kNoRegion;
    const bool packed = !range.released && !range.objects.empty() && range.region == kNoRegion;
    if (!packed || !is_small_object_heap(range.generation) || range.heap >= plans.size()) continue;
    RegionPlan& plan = plans[range.heap];
    const std::size_t generation = index_of(range.generation);
    const std::uint64_t behind = plan.used[generation] / heap.settings().range_length[generation];
    range.region =
        std::min(plan.packed[generation] + static_cast<std::uint32_t>(behind), plan.count[generation] - 1);
    // The rest of a full one, which the next object did not fit into, is used too.
    plan.used[generation] += std::min(range.reserved, heap.settings().range_length[generation]);
  }
}

}  // namespace gcrucible::sim
