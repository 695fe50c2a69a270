#include "harness/engine/simulated_engine.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <utility>

#include "sim/collecting/prefetch.h"
#include "sim/reference_bytes.h"

namespace gcrucible::engine {

using sim::Address;
using sim::Generation;
using sim::ObjectIndex;

SimulatedEngine::SimulatedEngine(sim::HeapSettings settings, std::unique_ptr<sim::Memory> memory,
                                 sim::Fault fault, std::function<void()> after_collection)
    : memory_(std::move(memory)),
      heap_(settings, *memory_),
      collector_(heap_, fault),
      after_collection_(std::move(after_collection)) {}

sim::HandleIndex SimulatedEngine::add_handle(const sim::Handle& handle) {
  const sim::HandleIndex index = heap_.add_handle(handle);
  refresh_handle(index);
  return index;
}

void SimulatedEngine::refresh_handle(sim::HandleIndex index) {
  const sim::Handle& handle = heap_.handles()[index];
  write_slot(handle, handle.freed ? 0 : address_of(handle.object));
}

void SimulatedEngine::write_slot(const sim::Handle& handle, Address address) {
  if (handle.slot == 0) return;
  // Handle slots have their own real memory, even if the heap has no bytes. The profiler's threads read slots
  // at any time, also during a collection.
  std::atomic_ref(*reinterpret_cast<Address*>(handle.slot)).store(address, std::memory_order_release);
}

// The runtime clears short weak handles before it looks for objects to finalize, and the others after that.
// Both happen during marking, long before any range is reported.
void SimulatedEngine::clear_slots(const sim::Collection& collection, bool short_weak) {
  for (const sim::HandleIndex index : collection.cleared_handles) {
    const sim::Handle& handle = heap_.handles()[index];
    if ((handle.kind == sim::HandleKind::kWeakShort) == short_weak) write_slot(handle, 0);
  }
}

void SimulatedEngine::collect(const sim::CollectionRequest& request, bool audited, PhaseListener& listener) {
  findings_.clear();
  if (audited) report_intrusions(nullptr);
  sim::Collection collection = collector_.begin(request);
  listener.started(collection);
  // Not earlier: handles that a profiler makes in GarbageCollectionStarted are roots of this collection.
  std::optional<sim::Audit> audit;
  if (audited) {
    report_intrusions(nullptr);
    audit.emplace(heap_);
  }
  collector_.plan(collection);
  departures_.planned(heap_, collection);
  clear_slots(collection, true);
  listener.marked(collection, kEveryHeap);
  clear_slots(collection, false);
  listener.planned(collection, kEveryHeap);
  listener.about_to_move(collection, kEveryHeap);
  if (audit) report_intrusions(&*audit);
  collector_.move(collection);
  departures_.moved();
  for (const sim::HandleReferent& each : collection.handle_referents) {
    write_slot(heap_.handles()[each.handle], each.address);
  }
  if (audit) findings_ = audit->check(heap_, collection);
  if (!findings_.empty()) intrusion_ = nullptr;
  audit.reset();
  listener.moved(collection, kEveryHeap);
  listener.ended(collection);
  first_new_ = static_cast<ObjectIndex>(heap_.objects().count());
  late_.clear();
  if (after_collection_) after_collection_();
}

sim::AllocationResult SimulatedEngine::allocate(const sim::Allocation& allocation) {
  const sim::AllocationResult result = heap_.allocate(allocation);
  if (result.error == sim::AllocationError::kNone && result.object < first_new_)
    late_.push_back(result.object);
  return result;
}

void SimulatedEngine::report_intrusions(sim::Audit* audit) {
  if (!intrusion_) return;
  std::vector<Intrusion> found = put_right(heap_);
  if (audit != nullptr) {
    const std::vector<Intrusion> more = accept_other_bytes(heap_, audit->before());
    found.insert(found.end(), more.begin(), more.end());
  }
  intrusion_(found);
}

Address SimulatedEngine::address_of(ObjectIndex object) const {
  return object == sim::kNoObject ? 0 : heap_.objects().address[object];
}

std::optional<ObjectView> SimulatedEngine::object_at(Address address) const {
  const ObjectIndex index = heap_.object_at(address);
  if (index == sim::kNoObject) return std::nullopt;
  return object(index);
}

std::optional<ObjectView> SimulatedEngine::object(ObjectIndex index) const {
  const sim::ObjectColumns& objects = heap_.objects();
  if (index >= objects.count()) return std::nullopt;
  return ObjectView{.object = index,
                    .type = objects.type[index],
                    .generation = objects.generation[index],
                    .length = objects.length_of(index),
                    .size = heap_.size_of(index),
                    .dead = objects.dead[index]};
}

std::vector<ReferenceView> SimulatedEngine::references_of(ObjectIndex object) const {
  std::vector<ReferenceView> views;
  const std::span<const ObjectIndex> slots = heap_.written_references(object);
  views.reserve(slots.size() + 1);
  // The runtime's order: the loader comes first.
  if (const auto all = heap_.objects().references(object); all.size() != slots.size())
    views.push_back({.offset = 0, .target = address_of(all.back())});
  for (std::size_t i = 0; i < slots.size(); ++i) {
    views.push_back({.offset = heap_.slot_offset(object, i), .target = address_of(slots[i])});
  }
  return views;
}

namespace {

GenerationRange view_of(const sim::Range& range) {
  return {range.generation, range.start, range.allocated, range.reserved};
}

}  // namespace

std::vector<GenerationRange> SimulatedEngine::generation_ranges() const {
  std::vector<GenerationRange> rows;
  for (std::uint16_t heap = 0; heap < heaps(); ++heap) {
    for (const Generation generation :
         {Generation::kPinned, Generation::kLarge, Generation::k2, Generation::k1, Generation::k0}) {
      for (const sim::RangeIndex index : heap_.live_ranges()) {
        const sim::Range& range = heap_.ranges()[index];
        if (range.heap == heap && range.generation == generation) rows.push_back(view_of(range));
      }
    }
  }
  return rows;
}

std::vector<GenerationRange> SimulatedEngine::frozen_ranges() const {
  std::vector<GenerationRange> rows;
  for (const sim::RangeIndex index : heap_.live_ranges()) {
    const sim::Range& range = heap_.ranges()[index];
    if (range.generation == Generation::kFrozen) rows.push_back(view_of(range));
  }
  return rows;
}

std::optional<GenerationRange> SimulatedEngine::range_of(Address address) const {
  const std::optional<sim::RangeIndex> index = heap_.range_covering(address);
  if (!index) return std::nullopt;
  return view_of(heap_.ranges()[*index]);
}

namespace {

// The runtime's order (dotnet/runtime diagnostics.cpp, walk_heap_per_heap).
constexpr std::array kWalkOrder{Generation::kFrozen, Generation::k2,     Generation::k1,
                                Generation::k0,      Generation::kLarge, Generation::kPinned};

// Calls use(objects) for each range of the generation in one heap, until it returns false.
template <typename Use>
bool each_range(const sim::Heap& heap, std::uint16_t number, Generation generation, Use use) {
  for (const sim::RangeIndex index : heap.live_ranges()) {
    const sim::Range& range = heap.ranges()[index];
    if (range.heap != number || range.generation != generation) continue;
    if (!use(std::span<const ObjectIndex>(range.objects))) return false;
  }
  return true;
}

bool visit(const sim::ObjectColumns& columns, std::span<const ObjectIndex> objects,
           const ObjectVisitor& visitor) {
  return std::ranges::all_of(
      objects, [&](ObjectIndex object) { return visitor(columns.address[object], columns.type[object]); });
}

bool visit_references(const sim::Heap& heap, std::span<const ObjectIndex> objects,
                      const ReferenceVisitor& visitor, std::vector<Address>& references) {
  const sim::ObjectColumns& columns = heap.objects();
  constexpr std::size_t kAhead = sim::kPrefetchDistance;
  constexpr std::size_t kMostTargets = 4;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    // Neighbours in memory refer to objects anywhere, so their addresses are prefetched a few objects ahead.
    // The limit keeps a large array from evicting data of the objects before it. Not a function: GCC treats a
    // function that only prefetches as free of effects and drops its calls.
    if (i + kAhead < objects.size()) {
      const std::span<const ObjectIndex> ahead = columns.references(objects[i + kAhead]);
      for (std::size_t slot = 0; slot < ahead.size() && slot < kMostTargets; ++slot) {
        if (ahead[slot] != sim::kNoObject) sim::prefetch(&columns.address[ahead[slot]]);
      }
    }
    const ObjectIndex object = objects[i];
    references.clear();
    const std::span<const ObjectIndex> targets = columns.references(object);
    constexpr std::size_t kStretch = 16;
    for (std::size_t slot = 0; slot < targets.size(); ++slot) {
      // Most elements of large arrays are null.
      while (targets.size() - slot > kStretch && sim::all_null<kStretch>(targets.data() + slot))
        slot += kStretch;
      if (targets[slot] != sim::kNoObject) references.push_back(columns.address[targets[slot]]);
    }
    if (!references.empty() && heap.type(columns.type[object]).collectible)
      std::rotate(references.begin(), references.end() - 1, references.end());
    if (!visitor(columns.address[object], columns.type[object], references)) return false;
  }
  return true;
}

}  // namespace

std::uint16_t SimulatedEngine::heaps() const {
  std::uint16_t heaps = heap_.settings().heaps;
  // Literal ranges may name heaps beyond the setting.
  for (const sim::RangeIndex index : heap_.live_ranges()) {
    const sim::Range& range = heap_.ranges()[index];
    heaps = std::max(heaps, static_cast<std::uint16_t>(range.heap + 1));
  }
  return heaps;
}

void SimulatedEngine::walk(const ObjectVisitor& visitor) const {
  const auto use = [&](auto objects) { return visit(heap_.objects(), objects, visitor); };
  for (std::uint16_t heap = 0, count = heaps(); heap < count; ++heap) {
    for (const Generation generation : kWalkOrder) {
      if (!each_range(heap_, heap, generation, use)) return;
    }
  }
}

void SimulatedEngine::walk_references(std::uint16_t heap, const ReferenceVisitor& visitor) const {
  std::vector<Address> references;
  for (const Generation generation : kWalkOrder) {
    const auto use = [&](auto objects) { return visit_references(heap_, objects, visitor, references); };
    if (!each_range(heap_, heap, generation, use)) return;
  }
}

void SimulatedEngine::walk_generation(Generation generation, const ObjectVisitor& visitor) const {
  const auto use = [&](auto objects) { return visit(heap_.objects(), objects, visitor); };
  for (std::uint16_t heap = 0, count = heaps(); heap < count; ++heap) {
    if (!each_range(heap_, heap, generation, use)) return;
  }
}

}  // namespace gcrucible::engine
