#include "sim/collecting/marking.h"

#include <algorithm>
#include <array>

#include "sim/collecting/prefetch.h"

namespace gcrucible::sim {

namespace {

bool keeps_its_object(const Handle& handle) {
  switch (handle.kind) {
    case HandleKind::kStrong:
    case HandleKind::kPinned:
      return true;
    case HandleKind::kRefCounted:
      return handle.count != 0;
    case HandleKind::kWeakShort:
    case HandleKind::kWeakLong:
    case HandleKind::kDependent:
      return false;
  }
  return false;
}

}  // namespace

void Marker::run() {
  start_bits();
  mark_uncondemned();
  mark_roots();
  mark_dependents();
  clear_handles(false);
  queue_finalizers();
  mark_dependents();
  plant_in_bits();
  clear_handles(true);
  finish_bits();
  std::sort(collection_->cleared_handles.begin(), collection_->cleared_handles.end());
}

void Marker::drain() {
  // A queue between the stack and the visit, for prefetching. When an object enters, the location of its
  // references is prefetched. Half way through the queue, the references are prefetched. Both columns are far
  // larger than any cache, and neighbours in the graph are not neighbours in memory. With an empty stack the
  // oldest entry is visited at once.
  const ObjectColumns& objects = heap_->objects();
  constexpr unsigned kSize = 2 * kPrefetchDistance;
  std::array<ObjectIndex, kSize> queue{};
  unsigned head = 0;
  unsigned count = 0;
  for (;;) {
    if (!stack_.empty()) {
      const ObjectIndex object = stack_.back();
      stack_.pop_back();
      prefetch(&objects.first_slot[object]);
      queue[(head + count) % kSize] = object;
      if (++count < kSize) continue;
    }
    if (count == 0) return;
    if (count > kPrefetchDistance) {
      prefetch(objects.slots.data() + objects.first_slot[queue[(head + kPrefetchDistance) % kSize]]);
    }
    visit(queue[head]);
    head = (head + 1) % kSize;
    --count;
  }
}

void Marker::start_bits() {
  // Dead objects start with their bit set. Marking then stops at them without reading another column.
  collection_->live = heap_->objects().dead;
}

void Marker::mark_uncondemned() {
  std::vector<bool>& live = collection_->live;
  const auto each_uncondemned = [&](auto&& visitor) {
    const std::vector<Range>& ranges = heap_->ranges();
    for (const RangeIndex index : heap_->live_ranges()) {
      if (!collection_->condemned[index_of(ranges[index].generation)]) visitor(ranges[index]);
    }
  };
  each_uncondemned([&](const Range& range) {
    for (const ObjectIndex object : range.objects) live[object] = true;
  });
  each_uncondemned([&](const Range& range) {
    for (const ObjectIndex object : range.objects) visit(object);
    drain();
  });
}

void Marker::mark_roots() {
  for (const Root& root : heap_->roots()) {
    if (!root.removed) mark(root.object);
  }
  for (HandleIndex index = 0; index < heap_->handles().size(); ++index) {
    const Handle& handle = heap_->handles()[index];
    if (handle.freed) continue;
    if (keeps_its_object(handle)) mark(handle.object);
    if (handle.kind == HandleKind::kDependent && handle.object != kNoObject)
      waiting_dependents_.push_back(index);
  }
  const FinalizationQueue& finalization = heap_->finalization();
  for (const auto& due : {finalization.critical(), finalization.ordinary()}) {
    for (const FinalizableObject& entry : due) mark(entry.object);
  }
  drain();
}

void Marker::mark_dependents() {
  // Alternates forward and backward passes. A chain of handles created in either order then takes two passes
  // instead of one for each link.
  for (bool changed = true; changed;) {
    changed = false;
    const std::size_t before = waiting_dependents_.size();
    std::erase_if(waiting_dependents_, [&](HandleIndex index) {
      const Handle& handle = heap_->handles()[index];
      if (!is_live(handle.object)) return false;
      mark(handle.secondary);
      drain();
      return true;
    });
    changed = waiting_dependents_.size() != before;
    std::reverse(waiting_dependents_.begin(), waiting_dependents_.end());
  }
}

void Marker::queue_finalizers() {
  std::vector<bool>& live = collection_->live;
  const std::span<const FinalizableObject> registered = heap_->finalization().registered();
  auto forgotten = registered.end();
  if (fault_ == Fault::kForgottenFinalizer) {
    forgotten = std::ranges::find_if(registered,
                                     [&](const FinalizableObject& entry) { return !is_live(entry.object); });
  }
  if (forgotten != registered.end()) live[forgotten->object] = true;
  collection_->finalization = heap_->finalization();
  collection_->queued = collection_->finalization.scan(collection_->request.condemned, live);
  if (forgotten != registered.end()) live[forgotten->object] = false;
  for (const FinalizableObject& entry : collection_->queued) mark(entry.object);
  drain();
}

void Marker::clear_handles(bool after_finalization) {
  for (HandleIndex index = 0; index < heap_->handles().size(); ++index) {
    const Handle& handle = heap_->handles()[index];
    if (handle.freed || handle.object == kNoObject || is_live(handle.object)) continue;
    if (keeps_its_object(handle) || (handle.kind != HandleKind::kWeakShort) != after_finalization) continue;
    if (fault_ == Fault::kForgottenWeakHandle && handle.kind != HandleKind::kDependent) {
      fault_ = Fault::kNone;
      continue;
    }
    collection_->cleared_handles.push_back(index);
  }
}

void Marker::plant_in_bits() {
  const bool lose = fault_ == Fault::kLostObject;
  if (!lose && fault_ != Fault::kKeptObject) return;
  const auto queued = [&](ObjectIndex object) {
    const auto is_it = [&](const FinalizableObject& entry) { return entry.object == object; };
    const FinalizationQueue& finalization = collection_->finalization;
    return std::ranges::any_of(finalization.critical(), is_it) ||
           std::ranges::any_of(finalization.ordinary(), is_it);
  };
  for (const Range& range : heap_->ranges()) {
    if (!collection_->condemned[index_of(range.generation)]) continue;
    for (const ObjectIndex object : range.objects) {
      if (is_live(object) != lose || (lose && queued(object))) continue;
      collection_->live[object] = !lose;
      return;
    }
  }
}

void Marker::finish_bits() {
  const std::vector<bool>& dead = heap_->objects().dead;
  for (std::size_t object = 0; object < dead.size(); ++object) {
    if (dead[object]) collection_->live[object] = false;
  }
}

}  // namespace gcrucible::sim
