#include "sim/collecting/moving.h"

#include <algorithm>
#include <functional>
#include <span>
#include <utility>

#include "sim/assert.h"
#include "sim/collecting/region_order.h"

namespace gcrucible::sim {

namespace {

constexpr std::uint32_t kNoPlug = 0xFFFFFFFFu;

// While a range is emptied, the part already copied is given back in pieces. The whole range then never
// exists twice. A piece of this size is worth its system calls.
constexpr std::uint64_t kPiece = std::uint64_t{256} << 10;

}  // namespace

Mover::Mover(Heap& heap, Collection& collection, Fault fault)
    : heap_(&heap),
      collection_(&collection),
      fault_(fault),
      relocator_(heap, fault == Fault::kStaleReference),
      displaced_plug_(kNoPlug) {}

void Mover::run() {
  if (fault_ == Fault::kWrongOffset) choose_displaced_plug();
  for (const RangePlan& plan : collection_->ranges) assign_addresses(plan);
  relocated_.resize(heap_->ranges().size());
  for (const RangeIndex index : collection_->opened) relocated_[index] = true;
  for (const RangePlan& plan : collection_->ranges) move_range(plan);
  if (moved_) relocate_unmoved_ranges();
  update_handles();
  update_finalization();
  renew_regions(*heap_, *collection_);
  heap_->restart_allocation();
}

void Mover::choose_displaced_plug() {
  for (const RangePlan& plan : collection_->ranges) {
    const Range& source = heap_->ranges()[plan.range];
    for (std::uint32_t i = 0; i < plan.plug_count; ++i) {
      const Plug& plug = collection_->plugs[plan.first_plug + i];
      if (plug.from == plug.to) continue;
      const auto target = heap_->range_covering(plug.to);
      const std::uint64_t room = heap_->ranges()[*target].limit() - plug.to;
      if (room < plug_length(*heap_, source, plug) + heap_->settings().alignment) continue;
      displaced_plug_ = plan.first_plug + i;
      return;
    }
  }
}

Address Mover::landing(std::uint32_t plug) const {
  const Address to = collection_->plugs[plug].to;
  return plug == displaced_plug_ ? to + heap_->settings().alignment : to;
}

void Mover::assign_addresses(const RangePlan& plan) {
  ObjectColumns& columns = heap_->objects();
  const std::vector<ObjectIndex>& objects = heap_->ranges()[plan.range].objects;
  std::size_t position = 0;
  const auto bury = [&](std::size_t end) {
    for (; position < end; ++position) columns.dead[objects[position]] = true;
  };
  for (std::uint32_t i = 0; i < plan.plug_count; ++i) {
    const Plug& plug = collection_->plugs[plan.first_plug + i];
    bury(plug.first);
    const std::uint64_t offset = landing(plan.first_plug + i) - plug.from;
    moved_ = moved_ || offset != 0;
    for (const std::size_t end = position + plug.count; position < end; ++position) {
      const ObjectIndex object = objects[position];
      if (offset != 0) columns.address[object] += offset;
      // Only a planted fault puts a dead object into a plug.
      if (!collection_->live[object]) columns.dead[object] = true;
    }
  }
  bury(objects.size());
}

void Mover::append(Address to, const std::vector<ObjectIndex>& objects, std::uint32_t first,
                   std::uint32_t count) {
  std::vector<Range>& ranges = heap_->ranges();
  if (!ranges[filling_].covers(to)) {
    ranges[filling_].objects.shrink_to_fit();
    filling_ = heap_->range_covering(to).value();
  }
  Range& target = ranges[filling_];
  ObjectColumns& columns = heap_->objects();
  for (std::uint32_t i = first; i < first + count; ++i) {
    const ObjectIndex object = objects[i];
    columns.generation[object] = target.generation;
    if (!columns.dead[object]) target.objects.push_back(object);
  }
  const ObjectIndex last = objects[first + count - 1];
  target.allocated = columns.address[last] + heap_->padded_size_of(last) - target.start;
}

std::vector<ObjectIndex> Mover::move_plugs(const RangePlan& plan, const std::vector<ObjectIndex>& objects) {
  const ObjectColumns& columns = heap_->objects();
  std::vector<ObjectIndex> kept;
  std::vector<ObjectIndex> survivors;
  const bool leaves = collection_->request.destination == Destination::kFresh;
  Address given_back = heap_->pad(heap_->ranges()[plan.range].start);
  for (std::uint32_t i = plan.first_plug; i < plan.first_plug + plan.plug_count; ++i) {
    const Plug& plug = collection_->plugs[i];
    const Address to = landing(i);
    const auto begin = objects.begin() + plug.first;
    if (leaves && kept.empty() && plug.from - given_back >= kPiece) {
      heap_->memory().vacate(given_back, plug.from - given_back);
      given_back = plug.from;
    }
    for (auto object = begin; object != begin + plug.count; ++object) {
      if (!columns.dead[*object]) survivors.push_back(*object);
    }
    if (to != plug.from) {
      const ObjectIndex last = objects[plug.first + plug.count - 1];
      heap_->memory().move(plug.from, to, columns.address[last] + heap_->padded_size_of(last) - to);
    }
    if (heap_->ranges()[plan.range].covers(to)) {
      for (auto object = begin; object != begin + plug.count; ++object) {
        if (!columns.dead[*object]) kept.push_back(*object);
      }
    } else {
      append(to, objects, plug.first, plug.count);
    }
  }
  if (moved_) relocator_.relocate(survivors);
  return kept;
}

bool Mover::holds_back(const RangePlan& plan) const {
  if (!plan.compacts || plan.held == plan.after) return false;
  if (collection_->request.destination == Destination::kSlide) return true;
  // In a range whose survivors go elsewhere, normally only pinned objects stay. If no space was left, the
  // others are promoted in place. A range has one generation, so its pinned objects are promoted too.
  const auto first = collection_->plugs.begin() + plan.first_plug;
  return std::all_of(first, first + plan.plug_count,
                     [](const Plug& plug) { return plug.pinned != 0 || plug.to != plug.from; });
}

Address Mover::held_back_from(const RangePlan& plan, const std::vector<ObjectIndex>& kept) const {
  // An object that would fall is promoted together with its neighbours. Only a pinned plug with free space
  // below it can fall. With kStay, pinned objects stay in any case.
  const bool stays = collection_->request.pinned == PinnedPolicy::kStay;
  const std::vector<Address>& address = heap_->objects().address;
  std::vector<Address> pins;
  for (std::uint32_t i = 0; i < plan.plug_count; ++i) {
    const Plug& plug = collection_->plugs[plan.first_plug + i];
    if (plug.pinned != 0) pins.push_back(plug.from);
  }
  Address end = heap_->pad(heap_->ranges()[plan.range].start);
  auto pin = pins.begin();
  for (const ObjectIndex object : kept) {
    while (pin != pins.end() && *pin < address[object]) ++pin;
    if (pin == pins.end()) return 0;
    if (*pin == address[object] && (stays || address[object] > end)) {
      return object == kept.front() ? heap_->ranges()[plan.range].start : address[object];
    }
    end = address[object] + heap_->padded_size_of(object);
  }
  return 0;
}

void Mover::reclaim_below_plugs(const RangePlan& plan, const std::vector<ObjectIndex>& objects) {
  const Range& range = heap_->ranges()[plan.range];
  const std::vector<Address>& address = heap_->objects().address;
  Address end = heap_->pad(range.start);
  // Not the gaps, because they are not all of it. The unused rest of an allocation area may also be vacated.
  const auto pass = [&](Address start, std::uint64_t length) {
    const Address free_end = std::min(start, range.vacated_end);
    if (free_end > end) heap_->memory().reclaim(end, free_end - end);
    end = start + length;
  };
  std::size_t position = 0;
  for (std::uint32_t i = plan.first_plug; i < plan.first_plug + plan.plug_count; ++i) {
    if (end >= range.vacated_end) return;
    const Plug& plug = collection_->plugs[i];
    // Dead objects still have their old addresses.
    for (; position < plug.first; ++position) {
      pass(address[objects[position]], heap_->padded_size_of(objects[position]));
    }
    position += plug.count;
    const ObjectIndex last = objects[position - 1];
    pass(plug.from, address[last] + heap_->padded_size_of(last) - landing(i));
  }
}

void Mover::move_range(const RangePlan& plan) {
  Range& range = heap_->ranges()[plan.range];
  const Address old_end = range.end();
  const std::vector<ObjectIndex> objects = std::exchange(range.objects, {});
  std::vector<Gap> known = std::exchange(range.gaps, {});
  const bool slides = plan.compacts && collection_->request.destination == Destination::kSlide;
  std::vector<ObjectIndex> kept;
  if (plan.compacts) {
    if (slides) {
      reclaim_below_plugs(plan, objects);
      known.clear();
    }
    kept = move_plugs(plan, objects);
    relocated_[plan.range] = true;
  } else {
    for (std::uint32_t i = plan.first_plug; i < plan.first_plug + plan.plug_count; ++i) {
      const Plug& plug = collection_->plugs[i];
      for (std::uint32_t at = plug.first; at < plug.first + plug.count; ++at) {
        if (!heap_->objects().dead[objects[at]]) kept.push_back(objects[at]);
      }
    }
  }
  if (kept.empty()) {
    if (const auto declared = heap_->ranges()[plan.range].declared) {
      settle(plan.range, {}, {*declared}, old_end, known);
      return;
    }
    heap_->release_range(plan.range);
    relocator_.forget_ranges();
    return;
  }
  // Sliding may put an object from above a pinned plug below it.
  const std::vector<Address>& address = heap_->objects().address;
  const auto by_address = [&](ObjectIndex left, ObjectIndex right) { return address[left] < address[right]; };
  if (!std::is_sorted(kept.begin(), kept.end(), by_address)) std::sort(kept.begin(), kept.end(), by_address);

  const Settled held{plan.held, plan.region};
  // The other survivors are packed. If their generation equals that of the pinned objects, the whole range
  // stays in its region.
  const Settled rest{plan.after, plan.compacts && plan.held != plan.after ? kNoRegion : plan.region};
  const Address cut = !holds_back(plan) ? 0 : slides ? held_back_from(plan, kept) : range.start;
  if (cut == 0) {
    settle(plan.range, std::move(kept), rest, old_end, known);
  } else if (cut == range.start) {
    settle(plan.range, std::move(kept), held, old_end, known);
  } else {
    const auto middle = std::lower_bound(
        kept.begin(), kept.end(), cut, [&](ObjectIndex object, Address at) { return address[object] < at; });
    const RangeIndex upper = heap_->split_range(plan.range, cut);
    relocator_.forget_ranges();
    relocated_.push_back(true);
    collection_->opened.push_back(upper);
    settle(upper, {middle, kept.end()}, held, old_end, known);
    kept.erase(middle, kept.end());
    settle(plan.range, std::move(kept), rest, cut, known);
  }
}

void Mover::settle(RangeIndex index, std::vector<ObjectIndex> kept, const Settled& where, Address old_end,
                   const std::vector<Gap>& known) {
  Range& range = heap_->ranges()[index];
  ObjectColumns& columns = heap_->objects();
  Memory& memory = heap_->memory();
  range.generation = where.generation;
  range.region = where.region;
  kept.shrink_to_fit();
  range.objects = std::move(kept);
  range.gap_memos = {};
  range.gap_limit = 0;

  auto vacated = known.begin();
  Address end = heap_->pad(range.start);
  for (const ObjectIndex object : range.objects) {
    columns.generation[object] = where.generation;
    const Address start = columns.address[object];
    if (start > end) {
      const Gap gap{end, start - end};
      range.gaps.push_back(gap);
      range.gap_limit = std::max(range.gap_limit, gap.length + 1);
      while (vacated != known.end() && vacated->start < end) ++vacated;
      const bool same = vacated != known.end() && vacated->start == end && vacated->length == gap.length;
      if (!same) memory.vacate(end, gap.length);
    }
    end = start + heap_->padded_size_of(object);
  }
  range.allocated = range.objects.empty() ? 0 : end - range.start;
  if (old_end > end) memory.vacate(end, old_end - end);
  range.vacated_end = std::max(range.vacated_end, old_end);
}

void Mover::relocate_unmoved_ranges() {
  const std::vector<Range>& ranges = heap_->ranges();
  for (RangeIndex index = 0; index < ranges.size(); ++index) {
    if (relocated_[index] || ranges[index].released || ranges[index].objects.empty()) continue;
    if (heap_->memory().bytes(ranges[index].start) == nullptr) continue;
    relocator_.relocate(ranges[index].objects);
  }
}

void Mover::update_handles() {
  for (const HandleIndex index : collection_->cleared_handles) {
    heap_->handles()[index].object = kNoObject;
    heap_->handles()[index].secondary = kNoObject;
  }
  const std::span<const Handle> handles = heap_->handles();
  for (HandleIndex index = 0; index < handles.size(); ++index) {
    const Handle& handle = handles[index];
    if (handle.freed || handle.slot == 0) continue;
    const Address address = handle.object == kNoObject ? 0 : heap_->objects().address[handle.object];
    collection_->handle_referents.push_back({index, address});
  }
}

void Mover::update_finalization() {
  FinalizationQueue& finalization = heap_->finalization();
  finalization = std::move(collection_->finalization);
  // The CLR checks each object if something was demoted. In a compacting collection something always is,
  // because the process has a pinned object of its own in its first region. A sweeping collection promotes
  // everything.
  const Generation oldest = collection_->request.condemned;
  const auto compacts = collection_->compacts.begin();
  const bool looks = std::any_of(compacts, compacts + index_of(oldest) + 1, std::identity());
  if (looks || !collection_->request.promote) {
    finalization.follow(oldest, heap_->objects().generation);
  } else {
    finalization.grow_older(oldest);
  }
}

}  // namespace gcrucible::sim
