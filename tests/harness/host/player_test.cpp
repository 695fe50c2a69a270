// Steps that cannot be carried out end the run with a message.
#include "tests/harness/calls/build.h"
#include "tests/harness/calls/rig.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using program::Generation;

std::string error_of(Build& build, const program::Action& action) {
  build.program.steps.push_back({action, 12});
  Witness witness(0);
  const RunResult result = run(build.program, witness);
  CHECK(result.lines("\"end\":true").size() == 1);
  return result.error.value_or("no error");
}

TEST_CASE("player: a step on a dead object names the object") {
  const auto dead = [] {
    Build build;
    const std::uint32_t object = build.object(build.node("Node", 2, program::Finalizer::kNone));
    build.program.names = {{object, "first"}};
    build.root(build.object(0));
    build.collect(Generation::k0);
    return build;
  };
  const std::string expected = "object \"first\" is already dead";
  const auto starts = [&](const program::Action& action) {
    Build build = dead();
    const std::string error = error_of(build, action);
    INFO(error);
    CHECK(error.starts_with(expected));
  };
  starts(program::Store{.object = 0, .slot = 0, .target = 1});
  starts(program::Store{.object = 1, .slot = 0, .target = 0});
  starts(program::AddRoot{.object = 0});
  starts(program::SetRoot{.root = 0, .object = 0});
  starts(program::CreateHandle{.object = 0});
  starts(program::CreateHandle{.kind = program::CreateHandle::Kind::kDependent, .object = 1, .secondary = 0});
}

TEST_CASE("player: a step on two dead objects names both") {
  Build build;
  const std::uint32_t node = build.node("Node", 2, program::Finalizer::kNone);
  const std::uint32_t first = build.object(node);
  const std::uint32_t second = build.object(node);
  build.program.names = {{first, "first"}, {second, "second"}};
  build.collect(Generation::k0);
  Build pair = build;
  const std::string expected =
      "objects \"first\" and \"second\" are already dead: a collection before this step found them "
      "unreachable; root them, or refer to others";
  CHECK(error_of(build, program::Store{.object = first, .slot = 0, .target = second}) == expected);
  CHECK(error_of(pair, program::CreateHandle{.kind = program::CreateHandle::Kind::kDependent,
                                             .object = first,
                                             .secondary = second}) == expected);
}

TEST_CASE("player: an allocation at a taken or foreign address is refused") {
  Build build;
  build.program.heap.backing = program::Backing::kNone;
  build.program.heap.ranges = {{.generation = Generation::k0, .start = 0x1000, .reserved = 0x1000}};
  const std::uint32_t node = build.node();
  build.add(program::Allocate{.type = node, .generation = Generation::k0, .at = 0x1008, .announced = false});
  Build outside = build;
  CHECK(error_of(
            build,
            program::Allocate{.type = node, .generation = Generation::k0, .at = 0x1010, .announced = false})
            .starts_with("cannot allocate: the object overlaps another"));
  CHECK(error_of(
            outside,
            program::Allocate{.type = node, .generation = Generation::k0, .at = 0x9000, .announced = false})
            .starts_with("cannot allocate: the address is in no range of that generation"));
}

TEST_CASE("player: roots and handles decide which objects survive") {
  Build build;
  const std::uint32_t node = build.node();
  const std::uint32_t first = build.object(node);
  const std::uint32_t second = build.object(node);
  const std::uint32_t third = build.object(node);
  const std::uint32_t root = build.root(first);
  build.root({.kind = program::AddRoot::Kind::kStatic, .object = second});
  const std::uint32_t handle = build.handle(program::CreateHandle::Kind::kRefCounted, third);
  build.collect(Generation::k2);
  build.add(program::SetRoot{.root = root, .object = program::kNothing});
  build.add(program::SetRoot{.root = 1, .object = program::kNothing});
  build.add(program::SetHandle{.handle = handle, .count = 0});
  build.collect(Generation::k2);
  Witness witness(abi::COR_PRF_MONITOR_GC);
  REQUIRE(!run(build.program, witness).error);
  std::vector<std::size_t> living;
  for (const Seen& each : witness.seen()) {
    if (each.method == abi::CallbackMethod::kGarbageCollectionStarted) living.push_back(0);
    if (each.method == abi::CallbackMethod::kObjectReferences) ++living.back();
  }
  CHECK(living == std::vector<std::size_t>{3, 0});
}

TEST_CASE("player: statics are handles under net10 and plain roots under documented") {
  for (const bool handles : {true, false}) {
    Build build(handles ? "net10" : "documented");
    build.root({.kind = program::AddRoot::Kind::kStatic, .object = build.object(build.node())});
    build.add(program::RemoveRoot{0});
    build.collect(Generation::k2);
    Witness witness(abi::COR_PRF_MONITOR_GC);
    REQUIRE(!run(build.program, witness).error);
    CHECK(witness.count(abi::CallbackMethod::kHandleCreated) == (handles ? 1 : 0));
    CHECK(witness.count(abi::CallbackMethod::kHandleDestroyed) == (handles ? 1 : 0));
    CHECK(witness.count(abi::CallbackMethod::kObjectReferences) == 0);
  }
}

}  // namespace
}  // namespace gcrucible::tests
