#include "sim/collecting/planning.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <span>

#include "sim/collecting/balancing.h"
#include "sim/collecting/destinations.h"
#include "sim/collecting/policy.h"

namespace gcrucible::sim {

namespace {

// The order of Collection::ranges. Reports to a profiler put LOH and POH first
// (calls/collection_reporter.cpp).
constexpr std::array kReportOrder{Generation::k2,     Generation::k1,      Generation::k0,
                                  Generation::kLarge, Generation::kPinned, Generation::kFrozen};

Generation promoted(Generation generation) {
  if (generation == Generation::k0) return Generation::k1;
  if (generation == Generation::k1) return Generation::k2;
  return generation;
}

}  // namespace

void Planner::run() {
  list_ranges();
  balance(*heap_, *collection_);
  find_pinned();
  pin_neighbours();
  survey();
  decide_modes();
  plant_in_modes();
  plant_in_pins();
  plant_in_plugs();
  plan_regions(*heap_, *collection_, survivors_, promotes());
  form_plugs();
}

void Planner::list_ranges() {
  const std::vector<Range>& ranges = heap_->ranges();
  for (const Generation generation : kReportOrder) {
    if (!collection_->condemned[index_of(generation)]) continue;
    for (const RangeIndex index : heap_->live_ranges()) {
      const Range& range = ranges[index];
      if (range.generation != generation || range.objects.empty()) continue;
      RangePlan plan;
      plan.range = index;
      plan.before = generation;
      plan.after = promotes() ? promoted(generation) : generation;
      collection_->ranges.push_back(plan);
    }
  }
}

void Planner::find_pinned() {
  const auto pin = [&](ObjectIndex object) {
    if (object == kNoObject || !collection_->live[object]) return;
    pinned_.resize(heap_->objects().count());
    pinned_[object] = true;
  };
  for (const Root& root : heap_->roots()) {
    if (root.pinned && !root.removed) pin(root.object);
  }
  for (const Handle& handle : heap_->handles()) {
    if (handle.kind == HandleKind::kPinned && !handle.freed) pin(handle.object);
  }
}

void Planner::pin_neighbours() {
  if (collection_->request.pinned == PinnedPolicy::kPromote || pinned_.empty()) return;
  const std::vector<Address>& address = heap_->objects().address;
  for (const RangePlan& plan : collection_->ranges) {
    if (!is_small_object_heap(plan.before)) continue;
    bool follows = false;  // on a pinned object, not on its neighbour
    Address end = 0;
    for (const ObjectIndex object : heap_->ranges()[plan.range].objects) {
      if (!collection_->live[object]) {
        follows = false;
        continue;
      }
      const bool pinned = pinned_[object];
      if (follows && address[object] == end) pinned_[object] = true;
      follows = pinned;
      end = address[object] + heap_->padded_size_of(object);
    }
  }
}

void Planner::survey() {
  const PlugFinder plugs = finder();
  for (const RangePlan& plan : collection_->ranges) {
    const Range& range = heap_->ranges()[plan.range];
    Survey& survey = surveys_[index_of(plan.before)];
    RangeSurvivors& in_range = survivors_.emplace_back();
    std::uint64_t survivors = 0;
    plugs.find(range, false, [&](std::uint32_t, std::uint32_t count, bool pinned, std::uint64_t bytes) {
      survivors += count;
      (pinned ? in_range.pinned : in_range.loose) += bytes;
      survey.surviving_bytes += bytes;
      ++survey.plugs;
    });
    survey.survivors += survivors;
    survey.allocated += range.allocated;
    collection_->survivor_count += survivors;
    collection_->dead_count += range.objects.size() - survivors;
  }
}

void Planner::decide_modes() {
  for (const Generation generation : kReportOrder) {
    const std::size_t at = index_of(generation);
    if (!collection_->condemned[at] || generation == Generation::kPinned) continue;
    const Mode mode = collection_->request.mode[at];
    const bool fragmented = is_small_object_heap(generation) &&
                            policy_compacts(surveys_[at].allocated, surveys_[at].surviving_bytes);
    collection_->compacts[at] = mode == Mode::kCompact || (mode == Mode::kPolicy && fragmented);
  }
}

void Planner::plant_in_modes() {
  const bool to_sweep = fault_ == Fault::kSweepsInsteadOfMoving;
  if (!to_sweep && fault_ != Fault::kMovesInsteadOfSweeping) return;
  for (const Generation generation : kReportOrder) {
    const std::size_t at = index_of(generation);
    if (!collection_->condemned[at] || surveys_[at].survivors == 0) continue;
    if (collection_->compacts[at] != to_sweep) continue;
    collection_->compacts[at] = !to_sweep;
    return;
  }
}

void Planner::plant_in_pins() {
  if (fault_ != Fault::kMovedPinned || pinned_.empty()) return;
  const bool fresh = collection_->request.destination == Destination::kFresh;
  for (const RangePlan& plan : collection_->ranges) {
    if (!collection_->compacts[index_of(plan.before)]) continue;
    const Range& range = heap_->ranges()[plan.range];
    // Sliding moves an object only if there is free space below it. The first pinned object with free space
    // below it would move.
    bool free_below = fresh;
    Address end = heap_->pad(range.start);
    for (const ObjectIndex object : range.objects) {
      if (!collection_->live[object]) continue;
      const Address address = heap_->objects().address[object];
      free_below = free_below || address > end;
      if (pinned_[object] && free_below) {
        pinned_[object] = false;
        return;
      }
      end = address + heap_->padded_size_of(object);
    }
  }
}

void Planner::plant_in_plugs() {
  const bool longer = fault_ == Fault::kLongPlug;
  if (!longer && fault_ != Fault::kShortPlug) return;
  const PlugFinder plugs = finder();
  for (const RangePlan& plan : collection_->ranges) {
    const Range& range = heap_->ranges()[plan.range];
    ObjectIndex candidate = kNoObject;
    plugs.find(range, single_plugs(plan.before),
               [&](std::uint32_t first, std::uint32_t count, bool, std::uint64_t) {
                 if (candidate != kNoObject) return;
                 const ObjectIndex last = range.objects[first + count - 1];
                 if (!longer) {
                   if (count > 1) candidate = last;
                   return;
                 }
                 if (first + count == range.objects.size()) return;
                 const ObjectIndex next = range.objects[first + count];
                 const Address end = heap_->objects().address[last] + heap_->padded_size_of(last);
                 if (!collection_->live[next] && heap_->objects().address[next] == end) candidate = next;
               });
    if (candidate == kNoObject) continue;
    flipped_ = candidate;
    // A pin would cut the plug that the fault needs.
    if (longer && !pinned_.empty()) {
      const auto before = std::ranges::find(range.objects, candidate) - 1;
      pinned_[candidate] = pinned_[*before];
    }
    return;
  }
}

void Planner::leave_held_back(const RangePlan& plan, std::span<Plug> plugs,
                              std::span<const std::uint64_t> lengths, FreshDestinations& fresh) {
  std::vector<std::size_t> order(plugs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return plugs[i].to; });
  const std::uint16_t heap = heap_->ranges()[plan.range].heap;
  Address end = heap_->pad(heap_->ranges()[plan.range].start);
  bool held_back = false;
  const bool stays = collection_->request.pinned == PinnedPolicy::kStay;
  // In address order, so that the objects keep their order.
  for (const std::size_t i : order) {
    Plug& plug = plugs[i];
    if (plug.pinned != 0) {
      held_back = held_back || stays || plug.to > end;
    } else if (held_back) {
      plug.to = fresh.place(plan.after, heap, lengths[i]).value_or(plug.to);
    }
    end = plug.to + lengths[i];
  }
}

void Planner::form_plugs() {
  std::uint64_t total = 1;  // a planted fault may cut one
  for (std::size_t i = 0; i < kGenerationCount; ++i) {
    const auto generation = static_cast<Generation>(i);
    total += single_plugs(generation) ? surveys_[i].survivors : surveys_[i].plugs;
  }
  // Counted first, because growing by doubling would cost more peak memory than all other columns.
  collection_->plugs.reserve(total);

  const PlugFinder plugs = finder();
  FreshDestinations fresh(*heap_, *collection_);
  std::vector<std::uint64_t> lengths;
  for (RangePlan& plan : collection_->ranges) {
    // Do not keep a reference to the range: opening destinations may reallocate the ranges.
    plan.compacts = collection_->compacts[index_of(plan.before)];
    plan.first_plug = static_cast<std::uint32_t>(collection_->plugs.size());
    lengths.clear();
    {
      const Range& range = heap_->ranges()[plan.range];
      plugs.find(range, single_plugs(plan.before),
                 [&](std::uint32_t first, std::uint32_t count, bool pinned, std::uint64_t bytes) {
                   Plug plug;
                   plug.from = heap_->objects().address[range.objects[first]];
                   plug.to = plug.from;
                   plug.first = first;
                   plug.count = count & 0x7FFFFFFFu;
                   plug.pinned = pinned ? 1 : 0;
                   collection_->plugs.push_back(plug);
                   if (plan.compacts) lengths.push_back(bytes);
                 });
    }
    plan.plug_count = static_cast<std::uint32_t>(collection_->plugs.size()) - plan.first_plug;
    if (!plan.compacts) continue;
    const std::span<Plug> mine{collection_->plugs.data() + plan.first_plug, plan.plug_count};
    if (collection_->request.destination == Destination::kSlide) {
      slide(*heap_, heap_->ranges()[plan.range], mine, lengths);
      if (plan.held != plan.after) {
        leave_held_back(plan, mine, lengths, fresh);
      }
      continue;
    }
    const std::uint16_t heap = heap_->ranges()[plan.range].heap;
    for (std::size_t i = 0; i < mine.size(); ++i) {
      if (mine[i].pinned == 0) mine[i].to = fresh.place(plan.after, heap, lengths[i]).value_or(mine[i].from);
    }
  }
}

}  // namespace gcrucible::sim
