// Each planted fault is detected in a heap made for it, and the next collection survives it.
#include "sim/literal_memory.h"
#include "tests/sim/arena_memory.h"
#include "tests/sim/world.h"
#include "tests/support/catch.h"

namespace gcrucible::sim {
namespace {

// Contains a candidate for every fault: neighbours that survive and die, pins, weak handles, finalizers,
// references, a generation that compacts and one that sweeps.
struct Victim {
  Victim() : world(memory, settings()) {
    for (int i = 0; i < 4; ++i) {
      const ObjectIndex old = world.make_in(Generation::k1, world.node);
      if (i % 2 == 0) world.root(old);
    }
    for (int i = 0; i < 24; ++i) {
      const ObjectIndex object = world.make(world.node);
      if (i % 4 == 3) continue;
      world.root(object, i % 8 == 5);
      world.heap.store(object, 0, object);
      if (i % 4 != 0) world.heap.store(object, 1, object - 1);
    }
    const ObjectIndex dying = world.make(world.node);
    world.handle(HandleKind::kWeakShort, dying);
    world.handle(HandleKind::kWeakLong, dying);
    world.make(world.closable);
    request = compacting(Generation::k1);
    request.mode[1] = Mode::kSweep;
  }
  static HeapSettings settings() {
    HeapSettings settings;
    settings.range_length.fill(2048);
    return settings;
  }

  ArenaMemory memory;
  World world;
  CollectionRequest request;
};

std::string_view expected_words(Fault fault) {
  switch (fault) {
    case Fault::kNone:
      return "";
    case Fault::kLostObject:
      return "is reachable and was taken for dead";
    case Fault::kKeptObject:
      return "is unreachable and was kept";
    case Fault::kWrongOffset:
      return "puts it to";
    case Fault::kLongPlug:
      return "covers the dead object";
    case Fault::kShortPlug:
      return "is in 0 plugs instead of 1";
    case Fault::kForgottenWeakHandle:
      return "handle 0 still holds object";
    case Fault::kMovedPinned:
      return "although it is pinned";
    case Fault::kWrongGeneration:
      return "is in generation 0 and should be in generation 1";
    case Fault::kForgottenFinalizer:
      return "ordinary finalizers due are [] instead of";
    case Fault::kStaleReference:
      return "holds 0x";
    case Fault::kWrongCondemned:
      return "generation 1 was not condemned";
    case Fault::kSweepsInsteadOfMoving:
      return "generation 0 was swept";
    case Fault::kMovesInsteadOfSweeping:
      return "generation 1 was compacted";
  }
  return "";
}

TEST_CASE("audit: every planted fault is named") {
  for (const FaultName& name : kFaultNames) {
    for (const Destination destination : {Destination::kFresh, Destination::kSlide}) {
      INFO(name.name);
      Victim victim;
      victim.request.destination = destination;
      const std::string text = text_of(victim.world.collect(victim.request, name.fault).findings);
      INFO(text);
      CHECK(text.empty() == (name.fault == Fault::kNone));
      CHECK(text.find(expected_words(name.fault)) != std::string::npos);
      victim.world.make(victim.world.node);
      const Outcome next = victim.world.collect(compacting(Generation::k2, destination));
      CHECK(next.collection.survivor_count > 0);
    }
  }
}

// Literal places, so that neighbours and free space are where a fault needs them.
struct Layout {
  Layout() : world(memory) { REQUIRE(world.heap.add_range(0x1000, 0x1000, Generation::k0)); }
  ObjectIndex node(int place, bool live = true, bool pinned = false) {
    const ObjectIndex object =
        world.make_at(0x1000 + 40 * static_cast<Address>(place), Generation::k0, world.node);
    if (live) world.root(object, pinned);
    return object;
  }
  std::string findings(Fault fault, const CollectionRequest& request = compacting(Generation::k0)) {
    return text_of(world.collect(request, fault).findings);
  }

  LiteralMemory memory;
  World world;
};

TEST_CASE("faults: a long plug claims a dead neighbour, not a live one or a distant one") {
  Layout layout;
  layout.node(0);
  layout.node(1, true, true);
  layout.node(3, false);
  layout.node(4);
  const ObjectIndex victim = layout.node(5, false);
  layout.node(6, false);
  const std::string findings = layout.findings(Fault::kLongPlug, sweeping(Generation::k0));
  CHECK(findings.find("covers the dead object 4 at 0x10c8") != std::string::npos);
  CHECK(findings.find("object 2") == std::string::npos);
  CHECK(findings.find("object 5") == std::string::npos);
  CHECK(layout.world.dead(victim));
}

TEST_CASE("faults: a short plug loses the last of several objects") {
  Layout layout;
  layout.node(0);
  layout.node(2);
  layout.node(3);
  layout.node(4);
  const std::string findings = layout.findings(Fault::kShortPlug, sweeping(Generation::k0));
  CHECK(findings.find("object 3 at 0x10a0 is in 0 plugs instead of 1") != std::string::npos);
  CHECK(findings.find("object 0") == std::string::npos);
}

TEST_CASE("faults: the pinned object that moves has free space below it") {
  for (const Destination destination : {Destination::kFresh, Destination::kSlide}) {
    Layout layout;
    layout.node(0, true, true);
    layout.node(1);
    layout.node(2, true, true);
    layout.node(3, false);
    layout.node(4, true, true);
    const std::string findings =
        layout.findings(Fault::kMovedPinned, compacting(Generation::k0, destination));
    const std::string moved =
        destination == Destination::kFresh ? "object 0 at 0x1000" : "object 4 at 0x10a0";
    CHECK(findings.find(moved) != std::string::npos);
    CHECK((findings.find("object 2 at") == std::string::npos));
  }
}

TEST_CASE("faults: the plug that lands off its place is the first one that moves") {
  const CollectionRequest slides = compacting(Generation::k0, Destination::kSlide);
  {
    Layout layout;
    layout.node(0, false);
    layout.node(1);
    layout.node(3);
    const std::string findings = layout.findings(Fault::kWrongOffset, slides);
    CHECK(
        findings.find("object 1 at 0x1028 is at 0x1008, the plug 0x1028 in range 0x1000 puts it to 0x1000") !=
        std::string::npos);
    CHECK(findings.find("object 2 at 0x1078 is at") == std::string::npos);
  }
  {
    Layout layout;
    layout.node(0);
    layout.node(2);
    layout.node(4);
    const std::string findings = layout.findings(Fault::kWrongOffset, slides);
    CHECK(findings.find("object 1 at 0x1050 is at 0x1030") != std::string::npos);
    CHECK(findings.find("object 2 at 0x10a0 is at") == std::string::npos);
  }
  // Nothing moves in the first of two ranges, nor in the first plug of the second one.
  Layout layout;
  layout.node(0);
  REQUIRE(layout.world.heap.add_range(0x3000, 0x1000, Generation::k0));
  for (const Address at : {0x3000, 0x3050, 0x30A0})
    layout.world.root(layout.world.make_at(at, Generation::k0, layout.world.node));
  const std::string findings = layout.findings(Fault::kWrongOffset, slides);
  CHECK(findings.find("object 2 at 0x3050 is at 0x3030") != std::string::npos);
  CHECK(findings.find("object 3 at 0x30a0 is at") == std::string::npos);
}

TEST_CASE("faults: a plug that fills its new range does not land off its place") {
  for (const std::uint64_t length : {400, 392}) {
    LiteralMemory memory;
    HeapSettings settings;
    settings.range_length.fill(400);
    World world(memory, settings);
    world.root(world.make(world.bytes, length - 24));
    world.root(world.make(world.node));
    const std::string findings =
        text_of(world.collect(compacting(Generation::k0), Fault::kWrongOffset).findings);
    CHECK((findings.find("object 0 at 0x1000000000 is at") != std::string::npos) == (length == 392));
    CHECK((findings.find("object 1 at 0x1000000190 is at") != std::string::npos) == (length == 400));
  }
}

TEST_CASE("faults: a lost object is no finalizable one that has become due") {
  LiteralMemory memory;
  World world(memory);
  world.make(world.closable);
  world.make(world.critical);
  const ObjectIndex rooted = world.make(world.node);
  world.root(rooted);
  const std::string findings = text_of(world.collect(sweeping(Generation::k0), Fault::kLostObject).findings);
  CHECK(findings.find("object 2") != std::string::npos);
  CHECK(findings.find("object 0") == std::string::npos);
  CHECK(findings.find("object 1") == std::string::npos);
  CHECK(world.dead(rooted));
}

TEST_CASE("faults: a kept or lost object is of a condemned generation") {
  for (const Fault fault : {Fault::kKeptObject, Fault::kLostObject}) {
    LiteralMemory memory;
    World world(memory);
    world.root(world.make_in(Generation::k1, world.node));
    const ObjectIndex old = world.make_in(Generation::k1, world.node);
    const ObjectIndex dying = world.make(world.node);
    const ObjectIndex rooted = world.make(world.node);
    world.root(rooted);
    CHECK_FALSE(text_of(world.collect(sweeping(Generation::k0), fault).findings).empty());
    CHECK_FALSE(world.dead(old));
    CHECK(world.dead(dying) == (fault == Fault::kLostObject));
    CHECK(world.dead(rooted) == (fault == Fault::kLostObject));
  }
}

TEST_CASE("audit: a fault without a candidate changes nothing") {
  for (const FaultName& name : kFaultNames) {
    INFO(name.name);
    ArenaMemory memory;
    World world(memory, Victim::settings());
    const Outcome outcome = world.collect(compacting(Generation::k0), name.fault);
    CHECK(text_of(outcome.findings).empty());
    CHECK(outcome.collection.ranges.empty());
  }
}

}  // namespace
}  // namespace gcrucible::sim
