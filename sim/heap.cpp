#include "sim/heap.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "sim/assert.h"

namespace gcrucible::sim {

Heap::Heap(HeapSettings settings, Memory& memory) : settings_(settings), memory_(&memory) {
  GCRUCIBLE_ASSERT(settings_.alignment != 0);
  objects_.first_slot.push_back(0);
}

TypeIndex Heap::add_type(Type type) {
  GCRUCIBLE_ASSERT(types_.size() < 0xFFFF);
  padded_sizes_.push_back(
      {type.component_size == 0 ? pad(type.base_size) : type.base_size, type.component_size});
  types_.push_back(std::move(type));
  return static_cast<TypeIndex>(types_.size() - 1);
}

std::optional<RangeIndex> Heap::make_range(Address start, std::uint64_t reserved, Generation generation,
                                           std::uint16_t heap) {
  if (start > ~reserved || range_overlaps(start, reserved)) return std::nullopt;
  Range range;
  range.start = start;
  range.reserved = reserved;
  range.generation = generation;
  range.heap = heap;
  range.reservation_start = start;
  range.reservation_length = reserved;
  return insert_range(std::move(range));
}

std::optional<RangeIndex> Heap::add_range(Address start, std::uint64_t reserved, Generation generation,
                                          std::uint16_t heap) {
  const auto index = make_range(start, reserved, generation, heap);
  if (index) ranges_[*index].declared = generation;
  return index;
}

std::optional<RangeIndex> Heap::open_range(Generation generation, std::uint64_t length, std::uint16_t heap) {
  // Only literal memory can return space that a scenario's own ranges occupy. It returns new space with every
  // call.
  constexpr int kAttempts = 1 << 20;
  const std::uint64_t reserved = std::max(length, settings_.range_length[index_of(generation)]);
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const Address start = memory_->reserve(reserved, generation);
    if (start == 0) return std::nullopt;
    if (const auto range = make_range(start, reserved, generation, heap)) return range;
  }
  return std::nullopt;
}

RangeIndex Heap::insert_range(Range range) {
  const auto index = static_cast<RangeIndex>(ranges_.size());
  const auto place =
      std::upper_bound(by_address_.begin(), by_address_.end(), range.start,
                       [&](Address start, RangeIndex other) { return start < ranges_[other].start; });
  by_address_.insert(place, index);
  live_.push_back(index);
  ranges_.push_back(std::move(range));
  return index;
}

bool Heap::range_overlaps(Address start, std::uint64_t length) const {
  const auto next =
      std::upper_bound(by_address_.begin(), by_address_.end(), start,
                       [&](Address from, RangeIndex other) { return from < ranges_[other].start; });
  if (next != by_address_.end() && ranges_[*next].start - start < length) return true;
  if (next == by_address_.begin()) return false;
  return start < ranges_[*std::prev(next)].limit();
}

RangeIndex Heap::split_range(RangeIndex index, Address at) {
  Range upper;
  {
    Range& lower = ranges_[index];
    GCRUCIBLE_ASSERT(at > lower.start && at < lower.limit());
    upper.start = at;
    upper.reserved = lower.limit() - at;
    upper.generation = lower.generation;
    upper.heap = lower.heap;
    upper.declared = lower.declared;
    upper.vacated_end = std::max(lower.vacated_end, at);
    upper.reservation_start = lower.reservation_start;
    upper.reservation_length = lower.reservation_length;
    lower.reserved = at - lower.start;
    lower.vacated_end = std::min(lower.vacated_end, at);
    lower.allocated = 0;
    lower.objects.clear();
    lower.gaps.clear();
  }
  return insert_range(std::move(upper));
}

void Heap::release_range(RangeIndex index) {
  Range& range = ranges_[index];
  by_address_.erase(std::find(by_address_.begin(), by_address_.end(), index));
  live_.erase(std::lower_bound(live_.begin(), live_.end(), index));
  range.released = true;
  range.allocated = 0;
  std::vector<ObjectIndex>().swap(range.objects);
  std::vector<Gap>().swap(range.gaps);
  const Address start = range.reservation_start;
  const std::uint64_t length = range.reservation_length;
  if (range.reserved != length) {
    memory_->vacate(range.start, range.reserved);
    const auto lives_on = [&](RangeIndex other) { return ranges_[other].start - start < length; };
    if (std::any_of(by_address_.begin(), by_address_.end(), lives_on)) return;
  }
  memory_->release(start, length);
}

std::optional<RangeIndex> Heap::range_covering(Address address) const {
  const auto next =
      std::upper_bound(by_address_.begin(), by_address_.end(), address,
                       [&](Address from, RangeIndex other) { return from < ranges_[other].start; });
  if (next == by_address_.begin()) return std::nullopt;
  const RangeIndex index = *std::prev(next);
  if (!ranges_[index].covers(address)) return std::nullopt;
  return index;
}

ObjectIndex Heap::last_at_or_before(const Range& range, Address address) const {
  ObjectIndex best = kNoObject;
  for (const auto* list : {&range.objects, &range.pending}) {
    const auto next =
        std::upper_bound(list->begin(), list->end(), address,
                         [&](Address at, ObjectIndex object) { return at < objects_.address[object]; });
    if (next == list->begin()) continue;
    const ObjectIndex candidate = *std::prev(next);
    if (best == kNoObject || objects_.address[candidate] > objects_.address[best]) best = candidate;
  }
  return best;
}

ObjectIndex Heap::object_at(Address address) const {
  const auto range = range_covering(address);
  if (!range) return kNoObject;
  const ObjectIndex object = last_at_or_before(ranges_[*range], address);
  return object != kNoObject && objects_.address[object] == address ? object : kNoObject;
}

ObjectIndex Heap::object_covering(Address address) const {
  const auto range = range_covering(address);
  if (!range) return kNoObject;
  const ObjectIndex object = last_at_or_before(ranges_[*range], address);
  if (object == kNoObject || address - objects_.address[object] >= padded_size_of(object)) return kNoObject;
  return object;
}

std::span<const ObjectIndex> Heap::written_references(ObjectIndex object) const {
  const std::span<const ObjectIndex> all = objects_.references(object);
  return all.first(all.size() - (types_[objects_.type[object]].collectible ? 1 : 0));
}

void Heap::store(ObjectIndex object, std::uint64_t slot, ObjectIndex target) {
  objects_.references(object)[slot] = target;
  // The bytes of an object that a planted fault has lost may be unreadable at this point.
  if (objects_.dead[object]) return;
  std::byte* bytes = memory_->bytes(objects_.address[object]);
  if (bytes == nullptr) return;
  const Address value = target == kNoObject ? 0 : objects_.address[target];
  std::memcpy(bytes + slot_offset(object, slot), &value, sizeof value);
}

RootIndex Heap::add_root(Root root) {
  roots_.push_back(root);
  return static_cast<RootIndex>(roots_.size() - 1);
}

HandleIndex Heap::add_handle(Handle handle) {
  handles_.push_back(handle);
  return static_cast<HandleIndex>(handles_.size() - 1);
}

}  // namespace gcrucible::sim
