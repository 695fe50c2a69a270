#include "tests/sim/random_world.h"

#include <array>

#include "sim/audit/snapshot.h"

namespace gcrucible::sim {

namespace {

class Life {
 public:
  Life(World& world, Tape& tape) : world_(&world), tape_(&tape) {}

  void step() {
    switch (tape_->below(16)) {
      case 0:
      case 1:
      case 2:
      case 3:
      case 4:
      case 5:
        for (std::uint32_t count = tape_->below(6); count > 0; --count) allocate();
        return allocate();
      case 6:
      case 7:
      case 8:
        return store();
      case 9:
        return add_root();
      case 10:
        return remove_root();
      case 11:
        return add_handle();
      case 12:
        return change_handle();
      case 13:
        return finalization();
      case 14:
        return fill_bytes();
      default:
        return;
    }
  }

 private:
  // An object that no collection has found dead. Recent ones are as likely as old ones.
  ObjectIndex any() {
    const auto count = static_cast<std::uint32_t>(world_->heap.objects().count());
    if (count == 0) return kNoObject;
    const std::uint32_t range = tape_->coin() ? 16 : 256;
    for (std::uint32_t back = tape_->below(range) % count; back < count; ++back) {
      if (!world_->dead(count - 1 - back)) return count - 1 - back;
    }
    return kNoObject;
  }

  void allocate() {
    const std::array types{world_->node,     world_->node,  world_->odd,   world_->leaf, world_->closable,
                           world_->critical, world_->nodes, world_->bytes, world_->text};
    Allocation allocation;
    allocation.type = types[tape_->below(types.size())];
    allocation.length = tape_->below(24);
    if (tape_->below(8) == 1) allocation.length += 200;
    constexpr std::array kGenerations{Generation::k1, Generation::k2, Generation::kPinned,
                                      Generation::kFrozen};
    if (tape_->below(6) == 1) allocation.generation = kGenerations[tape_->below(4)];
    if (tape_->below(8) == 1) allocation.heap = 1;
    allocation.thread = tape_->below(2);
    const ObjectIndex object = world_->heap.allocate(allocation).object;
    if (tape_->below(3) == 1) world_->root(object);
    if (tape_->coin()) store_into(any(), object);
  }

  void store_into(ObjectIndex object, ObjectIndex value) {
    if (object == kNoObject) return;
    const auto slots = static_cast<std::uint32_t>(world_->heap.objects().references(object).size());
    if (slots != 0) world_->heap.store(object, tape_->below(slots), value);
  }
  void store() {
    const ObjectIndex object = any();
    store_into(object, tape_->below(8) == 1 ? kNoObject : any());
  }

  void add_root() {
    Root root;
    root.kind = tape_->coin() ? RootKind::kStatic : RootKind::kStack;
    root.object = any();
    root.pinned = tape_->below(5) == 1;
    root.interior_offset = tape_->below(4) == 1 ? 8 : 0;
    world_->heap.add_root(root);
  }
  void remove_root() {
    const auto count = static_cast<std::uint32_t>(world_->heap.roots().size());
    if (count != 0) world_->heap.roots()[tape_->below(count)].removed = true;
  }

  void add_handle() {
    Handle handle;
    handle.kind = static_cast<HandleKind>(tape_->below(6));
    handle.object = any();
    if (handle.kind == HandleKind::kDependent) handle.secondary = any();
    handle.count = tape_->below(2);
    world_->heap.add_handle(handle);
  }
  void change_handle() {
    const auto count = static_cast<std::uint32_t>(world_->heap.handles().size());
    if (count == 0) return;
    Handle& handle = world_->heap.handles()[tape_->below(count)];
    if (tape_->coin()) {
      handle.freed = true;
    } else {
      handle.count = tape_->below(2);
    }
  }

  void finalization() {
    const std::uint32_t choice = tape_->below(3);
    if (choice == 0) run_finalizers(world_->heap);
    const ObjectIndex object = any();
    if (object == kNoObject) return;
    if (choice == 1) world_->heap.suppress_finalizer(object);
    if (choice == 2) world_->heap.register_finalizer(object);
  }

  void fill_bytes() {
    const ObjectIndex object = any();
    if (object == kNoObject) return;
    const TypeIndex type = world_->heap.objects().type[object];
    if (type != world_->bytes && type != world_->text) return;
    std::byte* bytes = world_->heap.memory().bytes(world_->address(object));
    if (bytes == nullptr) return;
    for (std::uint64_t i = 16; i + 8 < world_->heap.size_of(object); ++i)
      bytes[i] = std::byte(tape_->below(256) + i);
  }

  World* world_;
  Tape* tape_;
};

class Digest {
 public:
  void add(std::uint64_t value) {
    value_ = (value_ ^ value) * 0x9E3779B97F4A7C15ull;
    value_ ^= value_ >> 32;
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 1;
};

}  // namespace

HeapSettings random_settings(Tape& tape) {
  HeapSettings settings;
  settings.large_object_threshold = 200;
  constexpr std::array<std::uint64_t, 4> kLengths{512, 256, 1024, 4096};
  for (std::uint64_t& length : settings.range_length) length = kLengths[tape.below(4)];
  settings.allocation_area = std::uint64_t{tape.below(3)} * 100;
  settings.heaps = 2;
  settings.balanced = tape.coin();
  return settings;
}

CollectionRequest random_request(Tape& tape) {
  CollectionRequest request;
  request.condemned = static_cast<Generation>(tape.below(3));
  for (std::size_t i = 0; i < 4; ++i) request.mode[i] = static_cast<Mode>(tape.below(3));
  request.destination = tape.coin() ? Destination::kSlide : Destination::kFresh;
  request.pinned = static_cast<PinnedPolicy>(tape.below(3));
  request.promote = tape.below(4) != 1;
  return request;
}

void live(World& world, Tape& tape, Fault last_fault, const std::function<void(const Outcome&)>& collected) {
  Life life(world, tape);
  const CollectionRequest last = random_request(tape);
  while (!tape.empty()) {
    for (std::uint32_t steps = 4 + tape.below(60); steps > 0 && !tape.empty(); --steps) life.step();
    if (!tape.empty()) collected(world.collect(random_request(tape)));
  }
  collected(world.collect(last, last_fault));
}

std::uint64_t digest(World& world, const Outcome& outcome) {
  Digest digest;
  const Collection& collection = outcome.collection;
  digest.add(collection.plugs.size());
  for (const Plug& plug : collection.plugs) {
    digest.add(plug.from);
    digest.add(plug.to);
    digest.add(plug.first);
    digest.add(plug.count);
    digest.add(plug.pinned);
  }
  for (const RangePlan& plan : collection.ranges) {
    digest.add(plan.range);
    // For a range without survivors `after` is meaningless.
    const std::size_t after = plan.plug_count == 0 ? 0 : index_of(plan.after);
    digest.add(index_of(plan.before) * 16 + after * 2 + (plan.compacts ? 1 : 0));
    digest.add(plan.plug_count);
  }
  for (const bool live : collection.live) digest.add(live ? 1 : 0);
  for (const bool condemned : collection.condemned) digest.add(condemned ? 1 : 0);
  digest.add(collection.cleared_handles.size());
  for (const HandleIndex handle : collection.cleared_handles) digest.add(handle);
  for (const RangeIndex range : collection.opened) digest.add(range);
  for (const Range& range : world.heap.ranges()) {
    digest.add(range.start);
    digest.add(range.allocated);
    digest.add(range.reserved);
    digest.add(index_of(range.generation) * 2 + (range.released ? 1 : 0));
    for (const Gap& gap : range.gaps) digest.add(gap.start + gap.length);
    for (const ObjectIndex object : range.objects) {
      digest.add(object);
      digest.add(world.address(object));
      digest.add(hash_of_bytes(world.heap, object));
      const std::byte* bytes = world.heap.memory().bytes(world.address(object));
      const std::uint64_t size = bytes == nullptr ? 0 : world.heap.size_of(object) - 8;
      for (std::uint64_t i = 0; i < size; ++i) digest.add(std::to_integer<std::uint64_t>(bytes[i]));
    }
  }
  for (const bool dead : world.heap.objects().dead) digest.add(dead ? 1 : 0);
  for (const Handle& handle : world.heap.handles()) digest.add(handle.object);
  const FinalizationQueue& finalization = world.heap.finalization();
  digest.add(finalization.due());
  for (const auto& part : {finalization.registered(), finalization.critical(), finalization.ordinary()}) {
    for (const FinalizableObject& entry : part) digest.add(entry.object);
  }
  return digest.value();
}

}  // namespace gcrucible::sim
