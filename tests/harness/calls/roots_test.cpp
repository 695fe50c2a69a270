// Roots of every kind, dependent handles, and the creation and destruction of handles.
#include <algorithm>
#include <map>

#include "tests/harness/calls/build.h"
#include "tests/harness/calls/rig.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using abi::CallbackMethod;
using program::Generation;
using HandleKind = program::CreateHandle::Kind;

struct ObservedRoot {
  std::uint64_t object, kind, flags, id;
  friend bool operator==(const ObservedRoot&, const ObservedRoot&) = default;
};

std::vector<ObservedRoot> reported_roots(const Witness& witness) {
  std::vector<ObservedRoot> roots;
  for (const Seen& call : witness.seen(CallbackMethod::kRootReferences2)) {
    for (std::size_t i = 0; i < call.ids.size(); ++i) {
      roots.push_back({call.ids[i], call.to[i], call.numbers[i], call.extra[i]});
    }
  }
  return roots;
}

// Addresses of objects 0, 1, … during the collection, from the model.
struct Addresses {
  std::map<std::uint32_t, std::uint64_t> at;
  void take(Witness& witness, const Seen& seen) {
    if (seen.method != CallbackMethod::kRootReferences2 || !at.empty()) return;
    for (std::uint32_t i = 0; i < witness.clr->engine().object_count(); ++i) {
      at[i] = witness.clr->engine().address_of(i);
    }
  }
};

TEST_CASE("RootReferences2: reports stack and finalizer queue and handles with flags") {
  Build build;
  const std::uint32_t node = build.node();
  const std::uint32_t finalizable = build.node("Finalizable", 0, program::Finalizer::kNormal);
  const std::uint32_t main = build.function("Main");
  for (int i = 0; i < 9; ++i) build.object(node);
  build.object(finalizable);  // 9
  build.handle(HandleKind::kStrong, 0);
  build.handle(HandleKind::kWeakShort, 1);
  build.handle(HandleKind::kWeakLong, 2);
  build.handle(HandleKind::kPinned, 3);
  build.handle(HandleKind::kRefCounted, 4, program::kNothing, 1);
  build.handle(HandleKind::kRefCounted, 5, program::kNothing, 0);
  build.root({.function = main, .object = 1});
  build.root({.function = main, .object = 2, .pinned = true});
  build.root({.object = 5, .interior = 8});
  build.root({.object = program::kNothing});
  build.root({.kind = program::AddRoot::Kind::kStatic, .object = 6});
  build.collect(Generation::k0);

  Witness witness(abi::COR_PRF_MONITOR_GC);
  Addresses addresses;
  witness.react = [&](const Seen& seen) {
    addresses.take(witness, seen);
    return abi::S_OK;
  };
  REQUIRE(!run(build.program, witness).error);
  const auto created = witness.seen(CallbackMethod::kHandleCreated);
  REQUIRE(created.size() == 7);  // the static is also a handle under net10
  const auto roots = reported_roots(witness);
  const auto at = [&](std::uint32_t object) { return addresses.at.at(object); };
  REQUIRE(roots.size() == 12);

  const std::uint64_t function = roots[0].id;
  CHECK(function != 0);
  CHECK(roots[0] == ObservedRoot{at(1), abi::COR_PRF_GC_ROOT_STACK, 0, function});
  CHECK(roots[1] == ObservedRoot{at(2), abi::COR_PRF_GC_ROOT_STACK, abi::COR_PRF_GC_ROOT_PINNING, function});
  // The containing object, and no function.
  CHECK(roots[2] == ObservedRoot{at(5), abi::COR_PRF_GC_ROOT_STACK, abi::COR_PRF_GC_ROOT_INTERIOR, 0});
  CHECK(roots[3] == ObservedRoot{0, abi::COR_PRF_GC_ROOT_STACK, 0, 0});
  CHECK(roots[4] == ObservedRoot{at(9), abi::COR_PRF_GC_ROOT_FINALIZER, 0, 0});
  const std::vector<std::uint64_t> flags{0,
                                         abi::COR_PRF_GC_ROOT_WEAKREF,
                                         abi::COR_PRF_GC_ROOT_WEAKREF,
                                         abi::COR_PRF_GC_ROOT_PINNING,
                                         abi::COR_PRF_GC_ROOT_REFCOUNTED,
                                         abi::COR_PRF_GC_ROOT_REFCOUNTED | abi::COR_PRF_GC_ROOT_WEAKREF,
                                         0};
  for (std::size_t i = 0; i < flags.size(); ++i) {
    const std::uint32_t object = i == 6 ? 6 : static_cast<std::uint32_t>(i);
    INFO("handle " << i);
    CHECK(roots[5 + i] == ObservedRoot{at(object), abi::COR_PRF_GC_ROOT_HANDLE, flags[i], created[i].first});
  }
  // RootReferences has the same ids in the same order.
  std::vector<std::uint64_t> ids;
  for (const ObservedRoot& root : roots) ids.push_back(root.object);
  CHECK(witness.seen(CallbackMethod::kRootReferences).at(0).ids == ids);
}

TEST_CASE("RootReferences2: statics outside handles are reported as OTHER") {
  Build build;
  build.program.runtime.statics_as_handles = false;
  build.root({.kind = program::AddRoot::Kind::kStatic, .object = build.object(build.node())});
  build.collect(Generation::k0);
  Witness witness(abi::COR_PRF_MONITOR_GC);
  REQUIRE(!run(build.program, witness).error);
  CHECK(witness.count(CallbackMethod::kHandleCreated) == 0);
  const auto roots = reported_roots(witness);
  REQUIRE(roots.size() == 1);
  CHECK(roots[0].kind == abi::COR_PRF_GC_ROOT_OTHER);
  CHECK(roots[0].id == 0);
}

TEST_CASE("RootReferences2: a weak handle of a dead object is reported as null") {
  Build build;
  const std::uint32_t node = build.node();
  build.handle(HandleKind::kWeakShort, build.object(node));
  build.root(build.object(node));
  build.collect(Generation::k0);
  Witness witness(abi::COR_PRF_MONITOR_GC);
  REQUIRE(!run(build.program, witness).error);
  const auto roots = reported_roots(witness);
  REQUIRE(roots.size() == 2);
  CHECK(roots[1].object == 0);
  CHECK(roots[1].flags == abi::COR_PRF_GC_ROOT_WEAKREF);
}

TEST_CASE("RootReferences2: a failure skips RootReferences if the runtime says so") {
  for (const bool skips : {true, false}) {
    Build build;
    build.program.runtime.root_references2_failure_skips_legacy = skips;
    const std::uint32_t node = build.node();
    for (int i = 0; i < 4; ++i) build.root(build.object(node));
    build.collect(Generation::k0, program::Mode::kSweep, {.batch_limit = 2});
    Witness witness(abi::COR_PRF_MONITOR_GC);
    int calls = 0;
    witness.react = [&](const Seen& seen) {
      return seen.method == CallbackMethod::kRootReferences2 && ++calls == 1 ? abi::E_FAIL : abi::S_OK;
    };
    REQUIRE(!run(build.program, witness).error);
    CHECK(witness.count(CallbackMethod::kRootReferences2) == 2);
    CHECK(witness.count(CallbackMethod::kRootReferences) == (skips ? 1 : 2));
  }
}

TEST_CASE("dependent handles: reported as key and value and handle and not as roots") {
  Build build;
  const std::uint32_t node = build.node();
  const std::uint32_t key = build.object(node);
  const std::uint32_t value = build.object(node);
  const std::uint32_t dead_key = build.object(node);
  build.root(key);
  build.handle(HandleKind::kDependent, key, value);
  build.handle(HandleKind::kDependent, dead_key, key);
  build.collect(Generation::k0);
  Witness witness(abi::COR_PRF_MONITOR_GC);
  std::uint64_t key_at = 0, value_at = 0;
  witness.react = [&](const Seen& seen) {
    if (seen.method == CallbackMethod::kConditionalWeakTableElementReferences) {
      key_at = witness.clr->engine().address_of(key);
      value_at = witness.clr->engine().address_of(value);
    }
    return abi::S_OK;
  };
  REQUIRE(!run(build.program, witness).error);
  const auto calls = witness.seen(CallbackMethod::kConditionalWeakTableElementReferences);
  REQUIRE(calls.size() == 1);
  CHECK(calls[0].ids == std::vector<std::uint64_t>{key_at});
  CHECK(calls[0].to == std::vector<std::uint64_t>{value_at});
  CHECK(calls[0].extra ==
        std::vector<std::uint64_t>{witness.seen(CallbackMethod::kHandleCreated).at(0).first});
  CHECK(reported_roots(witness).size() == 1);
}

TEST_CASE("handles: creation and destruction are reported and freed ones are no roots") {
  Build build;
  const std::uint32_t object = build.object(build.node());
  build.root(object);
  const std::uint32_t handle = build.handle(HandleKind::kStrong, object);
  build.add(program::FreeHandle{handle});
  build.collect(Generation::k0);
  Witness witness(abi::COR_PRF_MONITOR_GC);
  REQUIRE(!run(build.program, witness).error);
  const auto created = witness.seen(CallbackMethod::kHandleCreated);
  const auto destroyed = witness.seen(CallbackMethod::kHandleDestroyed);
  REQUIRE(created.size() == 1);
  REQUIRE(destroyed.size() == 1);
  CHECK(created[0].first == destroyed[0].first);
  CHECK(created[0].second != 0);
  CHECK(reported_roots(witness).size() == 1);
}

TEST_CASE("handles: ones created in callbacks of a collection count in it") {
  Build build;
  const std::uint32_t node = build.node();
  const std::uint32_t doomed = build.object(node);
  build.root(build.object(node));
  for (int i = 0; i < 600; ++i) build.root(build.object(node));  // more than one call of roots
  build.collect(Generation::k0);
  build.collect(Generation::k0);
  Witness witness(abi::COR_PRF_MONITOR_GC);
  abi::ObjectHandleID kept = nullptr;
  abi::ObjectHandleID made_in_roots = nullptr;
  std::uint64_t seen_in_finished = 0;
  witness.react = [&](const Seen& seen) {
    if (seen.method == CallbackMethod::kGarbageCollectionStarted && kept == nullptr) {
      const abi::ObjectID object = witness.clr->engine().address_of(doomed);
      CHECK(witness.info->CreateHandle(object, abi::COR_PRF_HANDLE_TYPE_STRONG, &kept) == abi::S_OK);
    }
    if (seen.method == CallbackMethod::kRootReferences2 && made_in_roots == nullptr) {
      CHECK(witness.info->CreateHandle(seen.ids.at(0), abi::COR_PRF_HANDLE_TYPE_PINNED, &made_in_roots) ==
            abi::S_OK);
    }
    if (seen.method == CallbackMethod::kGarbageCollectionFinished && seen_in_finished == 0) {
      CHECK(witness.info->GetObjectIDFromHandle(kept, &seen_in_finished) == abi::S_OK);
      CHECK(seen_in_finished == witness.clr->engine().address_of(doomed));
    }
    return abi::S_OK;
  };
  const RunResult result = run(build.program, witness);
  INFO(result.error.value_or(""));
  REQUIRE(!result.error);
  CHECK(seen_in_finished != 0);
  CHECK(witness.count(CallbackMethod::kHandleCreated) == 2);
  // The second collection pins the object of the handle.
  std::size_t pinned = 0;
  for (const ObservedRoot& root : reported_roots(witness))
    pinned += root.flags == abi::COR_PRF_GC_ROOT_PINNING ? 1 : 0;
  CHECK(pinned == 1);
  CHECK(result.lines("\"model\":\"audit\"") == std::vector<std::string>{});
}

}  // namespace
}  // namespace gcrucible::tests
