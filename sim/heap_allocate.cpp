// Allocation. It tries in this order: an explicit place, gaps, the thread's area, room after the last object
// of a range, a new range.
#include <algorithm>
#include <cstring>

#include "sim/assert.h"
#include "sim/heap.h"

namespace gcrucible::sim {

namespace {

constexpr std::uint64_t kMaxCount = 0xFFFFFFFFu;

// Objects in gaps are merged in groups. Inserting each one into the list of a range with 100,000 objects
// would move half of the list every time.
constexpr std::size_t kMaxPending = 512;

std::size_t memo_of(std::uint64_t size) {
  return (size / 8) % std::tuple_size_v<decltype(Range::gap_memos)>;
}

}  // namespace

void Heap::expect(std::uint64_t objects, std::uint64_t slots) {
  const std::uint64_t count = std::min(objects_.count() + objects, kMaxCount - 1);
  objects_.address.reserve(count);
  objects_.type.reserve(count);
  objects_.first_slot.reserve(count + 1);
  objects_.generation.reserve(count);
  objects_.dead.reserve(count);
  objects_.slots.reserve(std::min(objects_.slots.size() + slots, kMaxCount));
}

AllocationError Heap::check(const Allocation& allocation, std::uint64_t& size, Generation& generation) const {
  const Type& type = types_[allocation.type];
  if (allocation.length > kMaxCount || objects_.count() + 1 >= kMaxCount) return AllocationError::kTooLong;
  if (reference_slots(type, allocation.length) > kMaxCount - objects_.slots.size())
    return AllocationError::kTooLong;
  // Lengths have 32 bits, so a component below 2^31 bytes cannot overflow 63 bits.
  if (allocation.length != 0 && type.component_size > (~0ull >> 1) / allocation.length) {
    return AllocationError::kTooLong;
  }
  const std::uint64_t unpadded = object_size(type, allocation.length);
  if (unpadded < type.base_size || unpadded > (~0ull >> 1)) return AllocationError::kTooLong;
  size = pad(unpadded);
  generation = allocation.generation.value_or(
      unpadded >= settings_.large_object_threshold ? Generation::kLarge : Generation::k0);
  return AllocationError::kNone;
}

Heap::AllocationCursor& Heap::cursor(Generation generation, std::uint16_t heap) {
  if (cursors_.size() <= heap) cursors_.resize(heap + 1u);
  return cursors_[heap][index_of(generation)];
}

Heap::AllocationArea* Heap::area(const Allocation& allocation, Generation generation) {
  if (settings_.allocation_area == 0 || generation != Generation::k0) return nullptr;
  if (areas_.size() <= allocation.heap) areas_.resize(allocation.heap + 1u);
  auto& of_heap = areas_[allocation.heap];
  if (of_heap.size() <= allocation.thread) of_heap.resize(allocation.thread + 1u);
  return &of_heap[allocation.thread];
}

void Heap::restart_allocation() {
  cursors_.clear();
  if (areas_.empty()) return;
  areas_.clear();
  for (const RangeIndex index : live_) ranges_[index].areas_end = 0;
}

void Heap::insert_by_address(std::vector<ObjectIndex>& list, ObjectIndex object) const {
  const Address address = objects_.address[object];
  if (list.empty() || objects_.address[list.back()] < address) {
    list.push_back(object);
    return;
  }
  list.insert(std::upper_bound(list.begin(), list.end(), address,
                               [&](Address at, ObjectIndex other) { return at < objects_.address[other]; }),
              object);
}

void Heap::merge_pending_of(Range& range) const {
  // Merges from the back, in place. Entries below the first pending object stay untouched.
  const auto by_address = [&](ObjectIndex left, ObjectIndex right) {
    return objects_.address[left] < objects_.address[right];
  };
  std::size_t old_left = range.objects.size();
  std::size_t pending_left = range.pending.size();
  range.objects.resize(old_left + pending_left);
  std::size_t to = range.objects.size();
  while (pending_left != 0) {
    const bool take_old =
        old_left != 0 && by_address(range.pending[pending_left - 1], range.objects[old_left - 1]);
    range.objects[--to] = take_old ? range.objects[--old_left] : range.pending[--pending_left];
  }
  range.pending.clear();
}

void Heap::merge_pending_now() const {
  for (const RangeIndex index : unmerged_) merge_pending_of(ranges_[index]);
  unmerged_.clear();
}

AllocationError Heap::place_at(Address at, std::uint64_t size, Generation generation, Place& place) {
  if (at % settings_.alignment != 0) return AllocationError::kMisaligned;
  const auto found = range_covering(at);
  if (!found || ranges_[*found].generation != generation || ranges_[*found].limit() - at < size) {
    return AllocationError::kOutsideRanges;
  }
  merge_pending();
  Range& range = ranges_[*found];
  const ObjectIndex before = last_at_or_before(range, at);
  if (before != kNoObject && at - objects_.address[before] < padded_size_of(before))
    return AllocationError::kOverlaps;
  const auto after =
      std::upper_bound(range.objects.begin(), range.objects.end(), at,
                       [&](Address from, ObjectIndex other) { return from < objects_.address[other]; });
  if (after != range.objects.end() && objects_.address[*after] - at < size) return AllocationError::kOverlaps;

  // A place inside a gap leaves the parts before and after it as gaps.
  const auto next_gap = std::upper_bound(range.gaps.begin(), range.gaps.end(), at,
                                         [](Address from, const Gap& gap) { return from < gap.start; });
  if (next_gap != range.gaps.begin()) {
    const auto gap = std::prev(next_gap);
    if (at - gap->start < gap->length) {
      const Gap rest{at + size, gap->start + gap->length - (at + size)};
      gap->length = at - gap->start;
      if (rest.length != 0) range.gaps.insert(next_gap, rest);
      range.gap_memos = {};
      memory_->reclaim(at, size);
    }
  }
  if (at < range.vacated_end && at >= range.end()) memory_->reclaim(at, size);
  place = {.range = *found, .address = at};
  return AllocationError::kNone;
}

bool Heap::place_in_gap(AllocationCursor& cursor, Generation generation, std::uint16_t heap,
                        std::uint64_t size, Place& place) {
  if (size >= cursor.gap_limit) return false;
  std::uint64_t limit = 0;
  for (RangeIndex index = 0; index < ranges_.size(); ++index) {
    Range& range = ranges_[index];
    if (range.generation != generation || range.heap != heap || range.released) continue;
    if (size < range.gap_limit) {
      GapMemo& memo = range.gap_memos[memo_of(size)];
      std::uint32_t position = memo.size == size ? memo.position : 0;
      std::uint64_t longest = 0;
      const bool from_start = position == 0;
      for (; position < range.gaps.size(); ++position) {
        Gap& gap = range.gaps[position];
        if (gap.length != 0 && fits(gap.length, size)) {
          place = {.range = index, .address = gap.start, .outside_area = settings_.allocation_area != 0};
          gap.start += size;
          gap.length -= size;
          memo = {size, position};
          memory_->reclaim(place.address, size);
          return true;
        }
        longest = std::max(longest, gap.length);
      }
      memo = {size, position};
      if (from_start) range.gap_limit = longest + 1;
    }
    limit = std::max(limit, range.gap_limit);
  }
  cursor.gap_limit = std::max<std::uint64_t>(limit, 1);
  return false;
}

// After everything in the range, if there is room.
Heap::Place Heap::place_behind(AllocationArea* area, RangeIndex index, std::uint64_t size) {
  Range& range = ranges_[index];
  const Address free = pad(std::max(range.end(), range.areas_end));
  const std::uint64_t spare = smallest_free_object();
  // The thread that has the last area continues in it, after a free object. (Measured: two objects of one
  // area are adjacent; the first object of the next area starts 24 bytes later.)
  const bool goes_on =
      area != nullptr && area->next != 0 && area->range == index && area->end == range.areas_end;
  const Address at = goes_on ? area->next + spare : free;
  if (range.limit() < at || range.limit() - at < size) return {};
  if (area != nullptr && !range.declared) {
    // The rest of the last area is added.
    const std::uint64_t least = goes_on ? size + spare : at + size + spare - free;
    const std::uint64_t length = std::min(std::max(settings_.allocation_area, least), range.limit() - free);
    area->range = index;
    area->next = at + size;
    area->end = free + length;
    area->limit = area->end == range.limit() ? area->end : area->end - spare;
    range.areas_end = area->end;
  }
  if (at < range.vacated_end) memory_->reclaim(at, size);
  return {.range = index, .address = at, .outside_area = area != nullptr && !range.declared};
}

AllocationError Heap::place(const Allocation& allocation, std::uint64_t size, Generation generation,
                            Place& place) {
  if (allocation.at) return place_at(*allocation.at, size, generation, place);
  AllocationCursor& here = cursor(generation, allocation.heap);
  if (place_in_gap(here, generation, allocation.heap, size, place)) return AllocationError::kNone;
  // An object that no ordinary range can hold gets its own range. The cursor does not change, because its
  // range still has room for others.
  const bool extraordinary = size > settings_.range_length[index_of(generation)];
  AllocationArea* const own = extraordinary ? nullptr : area(allocation, generation);
  if (own != nullptr && own->next != 0 && own->limit >= own->next && own->limit - own->next >= size) {
    place = {.range = own->range, .address = own->next};
    own->next += size;
    if (place.address < ranges_[place.range].vacated_end) memory_->reclaim(place.address, size);
    return AllocationError::kNone;
  }
  for (RangeIndex index = here.range; index < ranges_.size(); ++index) {
    Range& range = ranges_[index];
    if (range.generation != generation || range.heap != allocation.heap || range.released) continue;
    if (const Place found = place_behind(own, index, size); found.address != 0) {
      if (!extraordinary) here.range = index;
      place = found;
      return AllocationError::kNone;
    }
    // The range is full for good, so the list of its objects needs no spare capacity.
    if (!extraordinary) range.objects.shrink_to_fit();
  }
  const auto opened = open_range(generation, size, allocation.heap);
  if (!opened) return AllocationError::kOutOfAddressSpace;
  if (!extraordinary) here.range = *opened;
  place = place_behind(own, *opened, size);
  return AllocationError::kNone;
}

void Heap::append(TypeIndex index, std::uint64_t length, bool dead) {
  const Type& type = types_[index];
  objects_.address.push_back(0);
  objects_.type.push_back(index);
  if (length != 0) {
    objects_.length.reserve(objects_.address.capacity());
    objects_.length.resize(objects_.count() - 1, 0);
    objects_.length.push_back(static_cast<std::uint32_t>(length));
  }
  // Put in a generation in which no collection searches for dead objects.
  objects_.generation.push_back(Generation::kFrozen);
  objects_.dead.push_back(dead);
  objects_.slots.resize(objects_.slots.size() + reference_slots(type, length), kNoObject);
  objects_.first_slot.push_back(static_cast<std::uint32_t>(objects_.slots.size()));
}

std::optional<ObjectIndex> Heap::reserve(TypeIndex type, std::uint64_t length, std::uint64_t count) {
  const std::uint64_t slots = reference_slots(types_[type], length);
  if (count >= kMaxCount - objects_.count()) return std::nullopt;
  if (slots != 0 && count > (kMaxCount - objects_.slots.size()) / slots) return std::nullopt;
  const auto first = static_cast<ObjectIndex>(objects_.count());
  if (count > 1) expect(count, count * slots);
  for (std::uint64_t i = 0; i < count; ++i) append(type, length, true);
  return first;
}

void Heap::record(const Allocation& allocation, ObjectIndex object, Generation generation, Address address) {
  const Type& type = types_[allocation.type];
  objects_.address[object] = address;
  objects_.generation[object] = generation;
  objects_.dead[object] = false;
  if (type.collectible) objects_.references(object).back() = type.loader;
  if (std::byte* bytes = memory_->bytes(address)) {
    std::memcpy(bytes, &type.method_table, sizeof type.method_table);
    const auto length = static_cast<std::uint32_t>(allocation.length);
    if (type.kind != TypeKind::kClass) std::memcpy(bytes + 8, &length, sizeof length);
  }
}

AllocationResult Heap::allocate(const Allocation& allocation) {
  std::uint64_t size = 0;
  Generation generation = Generation::k0;
  Place where;
  if (const auto error = check(allocation, size, generation); error != AllocationError::kNone)
    return {.object = kNoObject, .error = error};
  if (const auto error = place(allocation, size, generation, where); error != AllocationError::kNone) {
    return {.object = kNoObject, .error = error};
  }
  const ObjectIndex object = allocation.number.value_or(static_cast<ObjectIndex>(objects_.count()));
  if (!allocation.number) append(allocation.type, allocation.length, false);
  record(allocation, object, generation, where.address);

  Range& range = ranges_[where.range];
  if (where.address >= range.end()) {
    range.allocated = where.address + size - range.start;
    range.objects.push_back(object);
  } else if (allocation.at) {
    insert_by_address(range.objects, object);
  } else {
    if (range.pending.empty()) unmerged_.push_back(where.range);
    insert_by_address(range.pending, object);
    if (range.pending.size() >= kMaxPending) {
      merge_pending_of(range);
      unmerged_.erase(std::find(unmerged_.begin(), unmerged_.end(), where.range));
    }
  }
  if (types_[allocation.type].finalizer != Finalizer::kNone) {
    const bool aged = generation == Generation::k1 || generation == Generation::k2;
    if (aged) finalization_.enroll_aged(finalizable(object), generation);
    if (!aged) finalization_.enroll(finalizable(object));
  }
  return {.object = object, .error = AllocationError::kNone, .outside_area = where.outside_area};
}

}  // namespace gcrucible::sim
