// The simulated engine as the simulated CLR uses it: phases in order, with objects where each phase expects
// them.
#include "harness/engine/simulated_engine.h"

#include <memory>
#include <string>
#include <vector>

#include "sim/literal_memory.h"
#include "tests/support/catch.h"

namespace gcrucible::engine {
namespace {

using sim::Generation;

struct World {
  SimulatedEngine engine{{}, std::make_unique<sim::LiteralMemory>(), sim::Fault::kNone};
  sim::TypeIndex node = 0;

  World() {
    sim::Type type;
    type.name = "Node";
    type.base_size = 32;
    type.reference_offsets = {8, 16};
    node = engine.add_type(type);
  }
  sim::ObjectIndex object(Generation generation = Generation::k0) {
    sim::Allocation allocation;
    allocation.type = node;
    if (generation != Generation::k0) allocation.generation = generation;
    const sim::AllocationResult result = engine.allocate(allocation);
    REQUIRE(result.error == sim::AllocationError::kNone);
    return result.object;
  }
  void root(sim::ObjectIndex object) { engine.add_root({.kind = sim::RootKind::kStack, .object = object}); }
};

class Listener final : public PhaseListener {
 public:
  explicit Listener(World& world, sim::ObjectIndex object) : world_(&world), object_(object) {}

  void started(const sim::Collection&) override { note("started"); }
  void marked(const sim::Collection& collection, std::uint16_t) override {
    note("marked");
    live = collection.live;
  }
  void planned(const sim::Collection&, std::uint16_t) override { note("planned"); }
  void about_to_move(const sim::Collection& collection, std::uint16_t) override {
    note("about to move");
    REQUIRE(collection.plugs.size() == 1);
    plug = collection.plugs[0];
  }
  void moved(const sim::Collection&, std::uint16_t) override { note("moved"); }
  void ended(const sim::Collection&) override { note("ended"); }

  std::vector<std::string> phases;
  std::vector<sim::Address> at;
  std::vector<bool> live;
  sim::Plug plug;

 private:
  void note(const char* phase) {
    phases.emplace_back(phase);
    at.push_back(world_->engine.address_of(object_));
  }
  World* world_;
  sim::ObjectIndex object_;
};

TEST_CASE("engine: phases come in order and addresses change in moved") {
  World world;
  const sim::ObjectIndex dead = world.object();
  const sim::ObjectIndex kept = world.object();
  world.root(kept);
  const sim::Address before = world.engine.address_of(kept);
  Listener listener(world, kept);
  sim::CollectionRequest request;
  request.mode[0] = sim::Mode::kCompact;
  world.engine.collect(request, true, listener);
  CHECK(listener.phases ==
        std::vector<std::string>{"started", "marked", "planned", "about to move", "moved", "ended"});
  const sim::Address after = world.engine.address_of(kept);
  CHECK(after != before);
  CHECK(listener.at == std::vector<sim::Address>{before, before, before, before, after, after});
  CHECK(listener.plug.from == before);
  CHECK(listener.plug.to == after);
  CHECK(listener.live[kept]);
  CHECK(!listener.live[dead]);
  CHECK(world.engine.audit_findings().empty());
  CHECK(world.engine.object(dead)->dead);
  CHECK(world.engine.object_at(after)->object == kept);
  CHECK(!world.engine.object_at(after + 8).has_value());
}

TEST_CASE("engine: the slot of a handle follows moves and clearing and freeing") {
  World world;
  const sim::ObjectIndex lost = world.object();
  const sim::ObjectIndex kept = world.object();
  alignas(8) sim::Address slots[2] = {7, 7};
  world.engine.add_handle(
      {.kind = sim::HandleKind::kStrong, .object = kept, .slot = reinterpret_cast<sim::Address>(&slots[0])});
  world.engine.add_handle({.kind = sim::HandleKind::kWeakShort,
                           .object = lost,
                           .slot = reinterpret_cast<sim::Address>(&slots[1])});
  CHECK(slots[0] == world.engine.address_of(kept));
  CHECK(slots[1] == world.engine.address_of(lost));
  Listener listener(world, kept);
  sim::CollectionRequest request;
  request.mode[0] = sim::Mode::kCompact;
  world.engine.collect(request, false, listener);
  CHECK(slots[0] == world.engine.address_of(kept));
  CHECK(slots[1] == 0);
  world.engine.handles()[0].freed = true;
  world.engine.refresh_handle(0);
  CHECK(slots[0] == 0);
}

// Records the contents of a handle's slot at each phase.
class SlotReader final : public PhaseListener {
 public:
  explicit SlotReader(const sim::Address& slot) : slot_(&slot) {}

  void started(const sim::Collection&) override { note(); }
  void marked(const sim::Collection&, std::uint16_t) override { note(); }
  void planned(const sim::Collection&, std::uint16_t) override { note(); }
  void about_to_move(const sim::Collection&, std::uint16_t) override { note(); }
  void moved(const sim::Collection&, std::uint16_t) override { note(); }
  void ended(const sim::Collection&) override { note(); }

  std::vector<sim::Address> values;

 private:
  void note() { values.push_back(*slot_); }
  const sim::Address* slot_;
};

TEST_CASE("engine: slots are cleared in the mark phase and others change in relocation") {
  struct Row {
    sim::HandleKind kind;
    bool lives;
    std::size_t cleared_at;  // the first phase that sees 0
  };
  // FinalizeableObjectQueued is delivered between the clearing of short and of long weak handles, in the
  // phase `marked`.
  for (const Row& row :
       {Row{sim::HandleKind::kStrong, true, 6}, Row{sim::HandleKind::kWeakShort, true, 6},
        Row{sim::HandleKind::kWeakShort, false, 1}, Row{sim::HandleKind::kWeakLong, false, 2},
        Row{sim::HandleKind::kRefCounted, false, 2}, Row{sim::HandleKind::kDependent, false, 2}}) {
    INFO("kind " << static_cast<int>(row.kind) << ", lives: " << row.lives);
    World world;
    world.object();
    const sim::ObjectIndex object = world.object();
    if (row.lives) world.root(object);
    alignas(8) sim::Address slot = 7;
    world.engine.add_handle(
        {.kind = row.kind, .object = object, .slot = reinterpret_cast<sim::Address>(&slot)});
    const sim::Address before = world.engine.address_of(object);
    SlotReader reader(slot);
    sim::CollectionRequest request;
    request.mode[0] = sim::Mode::kCompact;
    world.engine.collect(request, true, reader);
    const sim::Address after = world.engine.address_of(object);
    REQUIRE(reader.values.size() == 6);
    for (std::size_t phase = 0; phase < 6; ++phase) {
      INFO("phase " << phase);
      CHECK(reader.values[phase] == (phase >= row.cleared_at ? 0 : phase < 4 ? before : after));
    }
    CHECK(world.engine.audit_findings().empty());
  }
}

TEST_CASE("engine: walks visit generations in order and can be stopped") {
  World world;
  std::vector<sim::Address> expected;
  const sim::ObjectIndex young = world.object();
  const sim::ObjectIndex pinned = world.object(Generation::kPinned);
  const sim::ObjectIndex frozen = world.object(Generation::kFrozen);
  for (const sim::ObjectIndex object : {frozen, young, pinned})
    expected.push_back(world.engine.address_of(object));
  std::vector<sim::Address> seen;
  world.engine.walk([&](sim::Address object, sim::TypeIndex) {
    seen.push_back(object);
    return true;
  });
  CHECK(seen == expected);
  seen.clear();
  world.engine.walk([&](sim::Address object, sim::TypeIndex) {
    seen.push_back(object);
    return seen.size() < 2;
  });
  CHECK(seen.size() == 2);
  std::size_t of_generation = 0;
  world.engine.walk_generation(Generation::kPinned, [&](sim::Address object, sim::TypeIndex) {
    ++of_generation;
    return object == expected[2];
  });
  CHECK(of_generation == 1);
}

TEST_CASE("engine: references_of includes null and walk_references does not") {
  World world;
  const sim::ObjectIndex from = world.object();
  const sim::ObjectIndex to = world.object();
  world.engine.store(from, 1, to);
  const std::vector<ReferenceView> references = world.engine.references_of(from);
  REQUIRE(references.size() == 2);
  CHECK(references[0].offset == 8);
  CHECK(references[0].target == 0);
  CHECK(references[1].offset == 16);
  CHECK(references[1].target == world.engine.address_of(to));
  std::size_t objects = 0;
  world.engine.walk_references(
      0, [&](sim::Address object, sim::TypeIndex, std::span<const sim::Address> targets) {
        ++objects;
        if (object == world.engine.address_of(from)) {
          CHECK(targets.size() == 1);
          CHECK(targets[0] == world.engine.address_of(to));
        } else {
          CHECK(targets.empty());
        }
        return true;
      });
  CHECK(objects == 2);
}

TEST_CASE("engine: generation_ranges lists POH and LOH and 2 to 0 without frozen") {
  World world;
  world.object(Generation::kPinned);
  world.object();
  const sim::ObjectIndex frozen = world.object(Generation::kFrozen);
  std::vector<Generation> order;
  for (const GenerationRange& row : world.engine.generation_ranges()) order.push_back(row.generation);
  CHECK(order == std::vector<Generation>{Generation::kPinned, Generation::k0});
  const auto rows = world.engine.frozen_ranges();
  REQUIRE(rows.size() == 1);
  const sim::Address at = world.engine.address_of(frozen);
  CHECK(rows[0].start <= at);
  CHECK(at + 32 <= rows[0].start + rows[0].length);
  CHECK(rows[0].length <= rows[0].reserved);
  CHECK(world.engine.range_of(at)->generation == Generation::kFrozen);
  CHECK(!world.engine.range_of(1).has_value());
}

}  // namespace
}  // namespace gcrucible::engine
