#include "sim/audit/reachability.h"

#include <algorithm>
#include <deque>

namespace gcrucible::sim {

namespace {

class Traversal {
 public:
  Traversal(const HeapSnapshot& before, std::vector<bool>& alive) : before_(&before), alive_(&alive) {}

  void reach(ObjectIndex object) {
    if (object == kNoObject || (*alive_)[object] || before_->dead[object]) return;
    (*alive_)[object] = true;
    queue_.push_back(object);
  }

  // Breadth first to the end, including dependent handles.
  void finish() {
    do {
      while (!queue_.empty()) {
        const ObjectIndex object = queue_.front();
        queue_.pop_front();
        for (const ObjectIndex target : before_->references(object)) reach(target);
      }
      for (const Handle& handle : before_->handles) {
        if (handle.freed || handle.kind != HandleKind::kDependent || handle.object == kNoObject) continue;
        if ((*alive_)[handle.object]) reach(handle.secondary);
      }
    } while (!queue_.empty());
  }

 private:
  const HeapSnapshot* before_;
  std::vector<bool>* alive_;
  std::deque<ObjectIndex> queue_;
};

void reach_from_roots(const HeapSnapshot& before, const Reachability& expected, Traversal& traversal) {
  for (ObjectIndex object = 0; object < before.count(); ++object) {
    if (!expected.condemned[index_of(before.generation[object])]) traversal.reach(object);
  }
  for (const Root& root : before.roots) {
    if (!root.removed) traversal.reach(root.object);
  }
  for (const Handle& handle : before.handles) {
    if (handle.freed) continue;
    const bool counted = handle.kind == HandleKind::kRefCounted && handle.count > 0;
    if (counted || handle.kind == HandleKind::kStrong || handle.kind == HandleKind::kPinned) {
      traversal.reach(handle.object);
    }
  }
  for (const auto& due : {before.finalization.critical(), before.finalization.ordinary()}) {
    for (const FinalizableObject& entry : due) traversal.reach(entry.object);
  }
}

void find_pinned(const HeapSnapshot& before, std::vector<bool>& pinned) {
  pinned.resize(before.count());
  for (const Root& root : before.roots) {
    if (root.pinned && !root.removed && root.object != kNoObject) pinned[root.object] = true;
  }
  for (const Handle& handle : before.handles) {
    if (handle.kind == HandleKind::kPinned && !handle.freed && handle.object != kNoObject)
      pinned[handle.object] = true;
  }
}

// Where pinned objects are not promoted, a survivor that starts at the end of a pinned object stays with it.
void pin_neighbours(const Heap& heap, const HeapSnapshot& before, Reachability& expected) {
  const std::vector<bool> own = expected.pinned;
  for (const Range& range : before.ranges) {
    if (!is_small_object_heap(range.generation) || !expected.condemned[index_of(range.generation)]) continue;
    for (std::size_t i = 1; i < range.objects.size(); ++i) {
      const ObjectIndex pinned = range.objects[i - 1];
      const ObjectIndex object = range.objects[i];
      const bool both = own[pinned] && expected.alive[pinned] && expected.alive[object];
      if (both && before.address[pinned] + heap.padded_size_of(pinned) == before.address[object])
        expected.pinned[object] = true;
    }
  }
}

}  // namespace

Reachability expect_reachability(const Heap& heap, const HeapSnapshot& before,
                                 const CollectionRequest& request) {
  Reachability expected;
  for (std::size_t i = 0; i < kGenerationCount; ++i) {
    const auto generation = static_cast<Generation>(i);
    expected.condemned[i] = is_small_object_heap(generation)
                                ? i <= index_of(request.condemned)
                                : generation != Generation::kFrozen && request.condemned == Generation::k2;
  }
  find_pinned(before, expected.pinned);
  expected.alive.resize(before.count());
  Traversal traversal(before, expected.alive);
  reach_from_roots(before, expected, traversal);
  traversal.finish();
  expected.alive_unqueued = expected.alive;

  std::vector<ObjectIndex> unreached;
  for (const FinalizableObject& entry : before.finalization.registered()) {
    if (!expected.alive_unqueued[entry.object]) unreached.push_back(entry.object);
  }
  std::ranges::sort(unreached);
  for (std::size_t i = 0; i < unreached.size(); ++i) {
    // For a suppressed object, one registration has no effect.
    const bool first = i == 0 || unreached[i] != unreached[i - 1];
    if (first && before.finalization.is_suppressed(unreached[i])) continue;
    const bool critical = heap.type(heap.objects().type[unreached[i]]).finalizer == Finalizer::kCritical;
    expected.queued.push_back({unreached[i], critical});
  }
  for (const FinalizableObject& entry : expected.queued) traversal.reach(entry.object);
  traversal.finish();
  if (request.pinned != PinnedPolicy::kPromote) pin_neighbours(heap, before, expected);

  for (HandleIndex index = 0; index < before.handles.size(); ++index) {
    const Handle& handle = before.handles[index];
    if (handle.freed || handle.object == kNoObject) continue;
    const bool short_lived = handle.kind == HandleKind::kWeakShort;
    if (!(short_lived ? expected.alive_unqueued : expected.alive)[handle.object])
      expected.cleared.push_back(index);
  }
  return expected;
}

}  // namespace gcrucible::sim
