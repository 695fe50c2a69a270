// Names for stale ObjectIDs: the object that was there, the collection that moved it, and its address now.
#include "harness/engine/departures.h"

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "harness/engine/arena_memory.h"
#include "harness/engine/simulated_engine.h"
#include "harness/engine/stale_text.h"
#include "sim/literal_memory.h"
#include "tests/support/catch.h"
#include "tests/support/property.h"

namespace gcrucible::engine {
namespace {

using sim::Address;
using sim::Generation;
using sim::ObjectIndex;
using Kind = StaleAddress::Kind;

class Quiet : public PhaseListener {
 public:
  void started(const sim::Collection&) override {}
  void marked(const sim::Collection&, std::uint16_t) override {}
  void planned(const sim::Collection&, std::uint16_t) override {}
  void about_to_move(const sim::Collection&, std::uint16_t) override {}
  void moved(const sim::Collection&, std::uint16_t) override {}
  void ended(const sim::Collection&) override {}
};

struct World {
  explicit World(std::unique_ptr<sim::Memory> memory = std::make_unique<sim::LiteralMemory>())
      : engine({}, std::move(memory), sim::Fault::kNone) {
    sim::Type type;
    type.name = "Node";
    type.base_size = 32;
    type.reference_offsets = {8, 16};
    node = engine.add_type(type);
  }
  ObjectIndex object() { return engine.allocate({.type = node}).object; }
  sim::RootIndex root(ObjectIndex object) {
    return engine.add_root({.kind = sim::RootKind::kStack, .object = object});
  }
  void collect(Generation condemned, sim::Mode mode,
               sim::Destination destination = sim::Destination::kFresh) {
    Quiet quiet;
    collect(condemned, mode, destination, quiet);
  }
  void collect(Generation condemned, sim::Mode mode, sim::Destination destination, PhaseListener& listener) {
    sim::CollectionRequest request;
    request.condemned = condemned;
    request.destination = destination;
    for (std::size_t i = 0; i < 3; ++i) request.mode[i] = mode;
    engine.collect(request, false, listener);
  }
  Address at(ObjectIndex object) const { return engine.address_of(object); }

  SimulatedEngine engine;
  sim::TypeIndex node = 0;
};

TEST_CASE("stale: a moved object is found from each earlier address") {
  World world;
  const ObjectIndex first = world.object();
  const ObjectIndex object = world.object();
  world.root(first);
  world.root(object);
  const Address before = world.at(object);
  const Address of_first = world.at(first);
  CHECK(!world.engine.stale(before).has_value());
  world.collect(Generation::k0, sim::Mode::kCompact);
  const Address between = world.at(object);
  world.collect(Generation::k1, sim::Mode::kCompact);
  const auto stale = world.engine.stale(before);
  REQUIRE(stale.has_value());
  CHECK(stale->kind == Kind::kMoved);
  CHECK(stale->object == object);
  CHECK(stale->id == before);
  CHECK(stale->collection == 1);
  CHECK(stale->from == of_first);
  CHECK(stale->to == between - 32);
  CHECK(stale->length == 64);
  CHECK(stale->lives);
  CHECK(stale->now == world.at(object));
  const auto later = world.engine.stale(between + 8);
  REQUIRE(later.has_value());
  CHECK(later->kind == Kind::kMoved);
  CHECK(later->object == object);
  CHECK(later->id == between);
  CHECK(later->collection == 2);
  CHECK(!world.engine.stale(world.at(object)).has_value());
  CHECK(!world.engine.stale(1).has_value());
  CHECK(!world.engine.stale(before + 4096).has_value());
}

TEST_CASE("stale: a dead object is named with its last collection") {
  World world;
  const ObjectIndex lost = world.object();
  const ObjectIndex object = world.object();
  const sim::RootIndex root = world.root(object);
  const Address of_lost = world.at(lost);
  const Address before = world.at(object);
  world.collect(Generation::k0, sim::Mode::kCompact);
  const Address between = world.at(object);
  const auto dead = world.engine.stale(of_lost);
  REQUIRE(dead.has_value());
  CHECK(dead->kind == Kind::kDied);
  CHECK(dead->object == lost);
  CHECK(dead->id == of_lost);
  CHECK(dead->collection == 1);
  CHECK(!dead->lives);
  CHECK(dead->length == 0);
  world.engine.roots()[root].removed = true;
  world.collect(Generation::k2, sim::Mode::kSweep);
  const auto moved = world.engine.stale(before);
  REQUIRE(moved.has_value());
  CHECK(moved->kind == Kind::kMoved);
  CHECK(moved->object == object);
  CHECK(moved->collection == 1);
  CHECK(!moved->lives);
  const auto died = world.engine.stale(between);
  REQUIRE(died.has_value());
  CHECK(died->kind == Kind::kDied);
  CHECK(died->object == object);
  CHECK(died->collection == 2);
}

TEST_CASE("stale: an address inside an object is interior unless it was an ObjectID") {
  World world;
  sim::Type type;
  type.name = "Long";
  type.base_size = 48;
  const sim::TypeIndex long_type = world.engine.add_type(type);
  world.engine.allocate({.type = long_type});
  world.root(world.object());
  const ObjectIndex object = world.object();
  world.root(object);
  const Address before = world.at(object);
  const auto inside = world.engine.stale(before + 16);
  REQUIRE(inside.has_value());
  CHECK(inside->kind == Kind::kInterior);
  CHECK(inside->object == object);
  CHECK(inside->id == before);
  world.collect(Generation::k0, sim::Mode::kCompact, sim::Destination::kSlide);
  CHECK(world.at(object) == before - 48);
  const ObjectIndex over = world.engine.allocate({.type = long_type, .generation = Generation::k1}).object;
  CHECK(world.at(over) == before - 16);
  const auto old = world.engine.stale(before);
  REQUIRE(old.has_value());
  CHECK(old->kind == Kind::kMoved);
  CHECK(old->object == object);
  const auto now_inside = world.engine.stale(before + 8);
  REQUIRE(now_inside.has_value());
  CHECK(now_inside->kind == Kind::kInterior);
  CHECK(now_inside->object == over);
}

TEST_CASE("stale: before the move new ObjectIDs are ahead and old ones valid") {
  World world;
  world.object();
  const ObjectIndex object = world.object();
  world.root(object);
  class InfoInvoker final : public Quiet {
   public:
    InfoInvoker(World& world, ObjectIndex object) : world_(&world), object_(object) {}
    void about_to_move(const sim::Collection& collection, std::uint16_t) override {
      to = collection.plugs[0].to;
      old = world_->engine.stale(world_->at(object_)).has_value();
      ahead = world_->engine.stale(to);
    }
    void moved(const sim::Collection&, std::uint16_t) override {
      afterwards = world_->engine.stale(to).has_value();
    }
    Address to = 0;
    bool old = true;
    bool afterwards = true;
    std::optional<StaleAddress> ahead;

   private:
    World* world_;
    ObjectIndex object_;
  } info_invoker(world, object);
  const Address before = world.at(object);
  world.collect(Generation::k0, sim::Mode::kCompact, sim::Destination::kFresh, info_invoker);
  CHECK(!info_invoker.old);
  CHECK(!info_invoker.afterwards);
  REQUIRE(info_invoker.ahead.has_value());
  CHECK(info_invoker.ahead->kind == Kind::kAhead);
  CHECK(info_invoker.ahead->object == object);
  CHECK(info_invoker.ahead->id == info_invoker.to);
  CHECK(info_invoker.ahead->now == before);
  CHECK(info_invoker.ahead->collection == 1);
}

TEST_CASE("stale: a forgotten address is still known as vacated") {
  platform::AddressSpace space = std::move(*platform::AddressSpace::reserve());
  World world(std::make_unique<ArenaMemory>(space));
  const ObjectIndex object = world.object();
  world.root(object);
  const Address before = world.at(object);
  for (std::size_t i = 0; i < Departures::kMostOfOne; ++i) world.object();
  world.collect(Generation::k0, sim::Mode::kCompact);
  const auto stale = world.engine.stale(before);
  REQUIRE(stale.has_value());
  CHECK(stale->kind == Kind::kVacated);
  CHECK(stale->forgotten != 0);
  CHECK(world.engine.forgotten_collections() == 1);
  CHECK(!world.engine.stale(world.at(object)).has_value());
  CHECK(!world.engine.stale(world.at(object) + 4096).has_value());
}

TEST_CASE("stale: forgotten collections are counted") {
  World world;
  const ObjectIndex object = world.object();
  world.root(object);
  const auto collect = [&] { world.collect(Generation::k2, sim::Mode::kCompact); };
  for (std::ptrdiff_t i = 0; i < Departures::kMostCollections; ++i) collect();
  CHECK(world.engine.forgotten_collections() == 0);
  for (int i = 0; i < 3; ++i) collect();
  CHECK(world.engine.forgotten_collections() == 3);
}

TEST_CASE("write_stale: writes a sentence for each kind of stale address") {
  std::array<char, 512> buffer{};
  const auto text = [&](const StaleAddress& stale, std::string_view name) {
    platform::CrashText out(buffer);
    write_stale(out, stale, name);
    return std::string(buffer.data());
  };
  StaleAddress stale;
  CHECK(text(stale, "").find("not remembered") != std::string::npos);
  stale.forgotten = 3;
  CHECK(text(stale, "").ends_with("not remembered: collection 3 had more than 65536 ranges and deaths"));
  stale.kind = Kind::kMoved;
  stale.collection = 2;
  stale.from = 0x0F00;
  stale.to = 0x2000;
  stale.length = 512;
  CHECK(
      text(stale, "") ==
      ", in a range that collection 2 moved from 0xf00 to 0x2000, 512 bytes; which of its objects was there "
      "is not remembered: collection 3 had more than 65536 ranges and deaths");
  stale.forgotten = 0;
  stale.object = 4;
  stale.id = 0x1000;
  stale.collection = 2;
  stale.from = 0x0F00;
  stale.to = 0x2000;
  stale.length = 512;
  CHECK(text(stale, "leaf") ==
        ", memory that object 4 \"leaf\" left in collection 2: its ObjectID was 0x1000 (the range 0xf00 to "
        "0x2000, 512 bytes); it has died since");
  stale.lives = true;
  stale.now = 0x3000;
  CHECK(text(stale, "").ends_with("; it is at 0x3000 now"));
  stale.kind = Kind::kDied;
  CHECK(text(stale, "") ==
        ", memory of object 4, which died in collection 2: its ObjectID was 0x1000, in none of "
        "that collection's ranges");
  stale.kind = Kind::kAhead;
  CHECK(text(stale, "").starts_with(", where object 4 is not yet: collection 2 is about to move it there"));
  stale.kind = Kind::kInterior;
  CHECK(text(stale, "") == ", inside object 4 at 0x1000");
}

// Compares with a record of every ObjectID so far and the last object that had it.
TEST_CASE("stale: each former ObjectID is named correctly") {
  tests::property("stale addresses match the record", [](const std::vector<std::uint8_t>& tape) {
    World world;
    struct Past {
      ObjectIndex object;
      std::uint32_t collection;  // the collection in which it left, or 0
      bool died;
    };
    std::map<Address, Past> record;
    std::vector<sim::RootIndex> roots;
    std::uint32_t collections = 0;
    const auto address_of = [&](ObjectIndex object) { return world.at(object); };
    for (const std::uint8_t draw : tape) {
      if (draw % 8 < 5) {
        const ObjectIndex object = world.object();
        record[address_of(object)] = {object, 0, false};
        if (draw % 2 == 0) roots.push_back(world.root(object));
        continue;
      }
      if (draw % 8 == 5 && !roots.empty()) {
        world.engine.roots()[roots[draw % roots.size()]].removed = true;
        continue;
      }
      std::map<ObjectIndex, Address> before;
      for (ObjectIndex i = 0; i < world.engine.object_count(); ++i) {
        if (!world.engine.object(i)->dead) before[i] = address_of(i);
      }
      ++collections;
      world.collect(static_cast<Generation>(draw / 8 % 3),
                    draw % 8 == 6 ? sim::Mode::kSweep : sim::Mode::kCompact,
                    draw / 32 % 2 == 0 ? sim::Destination::kFresh : sim::Destination::kSlide);
      for (const auto& [object, at] : before) {
        const bool died = world.engine.object(object)->dead;
        if (died || address_of(object) != at) record[at] = {object, collections, died};
      }
      for (const auto& [object, at] : before) {
        if (!world.engine.object(object)->dead) record[address_of(object)] = {object, 0, false};
      }
      for (const auto& [at, past] : record) {
        const auto stale = world.engine.stale(at);
        RC_ASSERT(stale.has_value() == (past.collection != 0));
        if (!stale) continue;
        RC_ASSERT(stale->kind == (past.died ? Kind::kDied : Kind::kMoved));
        RC_ASSERT(stale->object == past.object);
        RC_ASSERT(stale->id == at);
        RC_ASSERT(stale->collection == past.collection);
        RC_ASSERT(stale->lives == !world.engine.object(past.object)->dead);
        if (stale->lives) RC_ASSERT(stale->now == address_of(past.object));
        if (!past.died) RC_ASSERT((stale->from <= at && at < stale->from + stale->length));
      }
    }
  });
}

}  // namespace
}  // namespace gcrucible::engine
