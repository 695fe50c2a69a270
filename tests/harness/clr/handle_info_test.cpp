// Handles that the profiler creates through ICorProfilerInfo13.
#include "tests/harness/clr/object_zoo.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using namespace abi;

TEST_CASE("CreateHandle: each type can be created and read and destroyed once") {
  ObjectZoo object_zoo;
  object_zoo.visit([&](Witness& witness) {
    NewestInfo& info = *witness.info;
    const ObjectID object = ObjectZoo::id(witness, object_zoo.widget);
    for (const COR_PRF_HANDLE_TYPE type :
         {COR_PRF_HANDLE_TYPE_WEAK, COR_PRF_HANDLE_TYPE_STRONG, COR_PRF_HANDLE_TYPE_PINNED}) {
      ObjectHandleID handle = nullptr;
      REQUIRE(info.CreateHandle(object, type, &handle) == S_OK);
      REQUIRE(handle != nullptr);
      // A handle is the address of the slot that contains the object.
      CHECK(*static_cast<ObjectID*>(static_cast<void*>(handle)) == object);
      Out<ObjectID> held;
      CHECK(info.GetObjectIDFromHandle(handle, &held) == S_OK);
      CHECK(held.value == object);
      CHECK(info.GetObjectIDFromHandle(handle, nullptr) == E_INVALIDARG);
      CHECK(info.DestroyHandle(handle) == S_OK);
      Out<ObjectID> gone;
      CHECK(info.GetObjectIDFromHandle(handle, &gone) == E_INVALIDARG);
      CHECK(!gone.written());
      CHECK(info.DestroyHandle(handle) == E_INVALIDARG);
    }
    Out<ObjectHandleID> none;
    CHECK(info.CreateHandle(0, COR_PRF_HANDLE_TYPE_STRONG, &none) == E_INVALIDARG);
    CHECK(!none.written());
    CHECK(info.CreateHandle(object, COR_PRF_HANDLE_TYPE_STRONG, nullptr) == E_INVALIDARG);
    CHECK(info.CreateHandle(object, static_cast<COR_PRF_HANDLE_TYPE>(9), &none) == E_INVALIDARG);
    CHECK(none.value == nullptr);
    CHECK(info.DestroyHandle(nullptr) == E_INVALIDARG);
    Out<ObjectID> nothing;
    CHECK(info.GetObjectIDFromHandle(nullptr, &nothing) == E_INVALIDARG);
    CHECK(!nothing.written());
  });
  CHECK(object_zoo.visited);
}

TEST_CASE("CreateHandle: strong keeps and weak is cleared and pinned does not move") {
  Build build;
  const std::uint32_t node = build.node();
  const std::uint32_t kept = build.object(node);
  const std::uint32_t lost = build.object(node);
  build.object(node);
  const std::uint32_t fixed = build.object(node);
  build.root(fixed);
  program::Collect collect = Build::collection(program::Generation::k0);
  collect.destination = program::Destination::kSlide;
  build.add(collect);
  Witness witness(COR_PRF_MONITOR_GC);
  ObjectHandleID strong = nullptr, weak = nullptr, pinned = nullptr;
  ObjectID fixed_at = 0;
  bool asked = false;
  witness.react = [&](const Seen& seen) {
    NewestInfo& info = *witness.info;
    if (seen.method == CallbackMethod::kGarbageCollectionStarted) {
      fixed_at = ObjectZoo::id(witness, fixed);
      CHECK(info.CreateHandle(ObjectZoo::id(witness, kept), COR_PRF_HANDLE_TYPE_STRONG, &strong) == S_OK);
      CHECK(info.CreateHandle(ObjectZoo::id(witness, lost), COR_PRF_HANDLE_TYPE_WEAK, &weak) == S_OK);
      CHECK(info.CreateHandle(fixed_at, COR_PRF_HANDLE_TYPE_PINNED, &pinned) == S_OK);
    }
    if (seen.method == CallbackMethod::kGarbageCollectionFinished) {
      asked = true;
      ObjectID held = 1;
      CHECK(info.GetObjectIDFromHandle(strong, &held) == S_OK);
      CHECK(held == ObjectZoo::id(witness, kept));
      CHECK(info.GetObjectIDFromHandle(weak, &held) == S_OK);
      CHECK(held == 0);
      CHECK(info.GetObjectIDFromHandle(pinned, &held) == S_OK);
      CHECK(held == fixed_at);
    }
    return S_OK;
  };
  const RunResult result = run(build.program, witness);
  REQUIRE(!result.error);
  CHECK(asked);
  CHECK(result.lines("\"model\":\"audit\"") == std::vector<std::string>{});
  CHECK(witness.count(CallbackMethod::kHandleCreated) == 3);
}

TEST_CASE("DestroyHandle: on a handle of the program -> the run ends with a message") {
  Build build;
  const std::uint32_t object = build.object(build.node());
  build.root(object);
  const std::uint32_t handle = build.handle(program::CreateHandle::Kind::kStrong, object);
  build.collect(program::Generation::k0);
  build.add(program::SetHandle{.handle = handle, .object = program::kNothing});
  Witness witness(COR_PRF_MONITOR_GC);
  std::uint64_t id = 0;
  witness.react = [&](const Seen& seen) {
    if (seen.method == CallbackMethod::kHandleCreated) id = seen.first;
    if (seen.method == CallbackMethod::kGarbageCollectionFinished) {
      CHECK(witness.info->DestroyHandle(reinterpret_cast<ObjectHandleID>(id)) == S_OK);
    }
    return S_OK;
  };
  const RunResult result = run(build.program, witness);
  REQUIRE(result.error.has_value());
  CHECK(*result.error == "the profiler has destroyed this handle of the program's");
}

}  // namespace
}  // namespace gcrucible::tests
