// Each planted fault is detected in a heap made for it, and the next collection survives it.
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
