// Threads of the profiler that read handles and force collections while the collector works.
#include <atomic>
#include <chrono>
#include <thread>

#include "tests/harness/clr/object_zoo.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using namespace abi;
using std::chrono::milliseconds;

TEST_CASE("GetObjectIDFromHandle: waits while objects move") {
  ObjectZoo object_zoo;
  HRESULT hr = E_FAIL;
  bool early = true;
  object_zoo.visit([&](Witness& witness) {
    ObjectHandleID handle = nullptr;
    REQUIRE(witness.info->CreateHandle(ObjectZoo::id(witness, object_zoo.widget), COR_PRF_HANDLE_TYPE_STRONG,
                                       &handle) == S_OK);
    // The callback's thread owns the world. This is what the collector does after the callback.
    witness.clr->world().close();
    std::atomic<bool> answered{false};
    std::thread own([&] {
      ObjectID object = 0;
      hr = witness.info->GetObjectIDFromHandle(handle, &object);
      answered = true;
    });
    std::this_thread::sleep_for(milliseconds(50));
    early = answered;
    witness.clr->world().open();
    own.join();
  });
  CHECK(object_zoo.visited);
  CHECK(!early);
  CHECK(hr == S_OK);
}

TEST_CASE("CreateHandle: a handle created during a collection holds the moved object") {
  Build build;
  const std::uint32_t node = build.node();
  build.root(build.object(node));
  // No other object exists that could move to this object's old place.
  for (int i = 0; i < 150; ++i) build.collect(program::Generation::k2);
  Witness witness(COR_PRF_MONITOR_GC);
  std::thread own;
  std::atomic<bool> stop{false};
  std::atomic<int> read{0}, stale{0};
  witness.react = [&](const Seen& seen) {
    if (seen.method == CallbackMethod::kGarbageCollectionStarted && !own.joinable()) {
      own = std::thread([&] {
        while (!stop) {
          ObjectID now = 0;
          {
            const clr::World::Look look(witness.clr->world());
            now = witness.clr->engine().address_of(0);
          }
          ObjectHandleID handle = nullptr;
          // The object may have moved.
          if (witness.info->CreateHandle(now, COR_PRF_HANDLE_TYPE_STRONG, &handle) != S_OK) continue;
          {
            const clr::World::Look look(witness.clr->world());
            const auto* slot = static_cast<std::atomic<ObjectID>*>(static_cast<void*>(handle));
            stale += slot->load() == witness.clr->engine().address_of(0) ? 0 : 1;
          }
          ++read;
          witness.info->DestroyHandle(handle);
        }
      });
    }
    // Long enough for the other thread to run in the middle of a collection.
    if (seen.method == CallbackMethod::kMovedReferences2) std::this_thread::sleep_for(milliseconds(1));
    if (seen.method == CallbackMethod::kShutdown) {
      stop = true;
      own.join();
    }
    return S_OK;
  };
  REQUIRE(!run(build.program, witness).error);
  CHECK(read > 0);
  CHECK(stale == 0);
}

TEST_CASE("ForceGC: triggering Info methods are refused only in the first collection") {
  Build build;
  const std::uint32_t node = build.node();
  for (int i = 0; i < 2000; ++i) build.object(node);
  Witness witness(COR_PRF_MONITOR_GC | COR_PRF_MONITOR_OBJECT_ALLOCATED | COR_PRF_ENABLE_OBJECT_ALLOCATED |
                  COR_PRF_MONITOR_SUSPENDS);
  std::thread own;
  std::atomic<bool> over{false};
  std::vector<HRESULT> triggering, plain;
  HRESULT outside = E_FAIL, nested = S_OK;
  witness.react = [&](const Seen& seen) {
    NewestInfo& info = *witness.info;
    if (seen.method == CallbackMethod::kGarbageCollectionStarted) {
      ClassID none = 0;
      ULONG ranges = 0;
      triggering.push_back(info.GetClassFromToken(0, 0, &none));
      plain.push_back(info.GetGenerationBounds(0, &ranges, nullptr));
    }
    if (seen.method == CallbackMethod::kRuntimeResumeFinished && triggering.size() == 1)
      nested = info.ForceGC();
    if (seen.method == CallbackMethod::kObjectAllocated) {
      if (!own.joinable()) {
        own = std::thread([&] {
          info.ForceGC();
          info.ForceGC();
          ClassID none = 0;
          outside = info.GetClassFromToken(0, 0, &none);
          over = true;
        });
      }
      if (!over) std::this_thread::sleep_for(milliseconds(1));
    }
    if (seen.method == CallbackMethod::kShutdown) own.join();
    return S_OK;
  };
  REQUIRE(!run(build.program, witness).error);
  REQUIRE(triggering.size() == 2);
  CHECK(triggering[0] == CORPROF_E_UNSUPPORTED_CALL_SEQUENCE);
  CHECK(triggering[1] != CORPROF_E_UNSUPPORTED_CALL_SEQUENCE);
  CHECK(plain == std::vector<HRESULT>{S_OK, S_OK});
  CHECK(outside != CORPROF_E_UNSUPPORTED_CALL_SEQUENCE);
  CHECK(nested == CORPROF_E_UNSUPPORTED_CALL_SEQUENCE);
}

TEST_CASE("ForceGC: a native thread may call it in HandleCreated of its own handle") {
  Build build;
  const std::uint32_t node = build.node();
  const std::uint32_t object = build.object(node);
  build.root(object);
  build.collect(program::Generation::k0);
  for (int i = 0; i < 500; ++i) build.object(node);
  Witness witness(COR_PRF_MONITOR_GC);
  std::thread own;
  std::atomic<HRESULT> forced{E_FAIL}, made{E_FAIL};
  witness.react = [&](const Seen& seen) {
    if (seen.method == CallbackMethod::kHandleCreated) forced = witness.info->ForceGC();
    if (seen.method == CallbackMethod::kGarbageCollectionFinished && !own.joinable()) {
      const ObjectID id = ObjectZoo::id(witness, object);
      own = std::thread([&, id] {
        ObjectHandleID handle = nullptr;
        made = witness.info->CreateHandle(id, COR_PRF_HANDLE_TYPE_STRONG, &handle);
      });
      std::this_thread::sleep_for(milliseconds(20));
    }
    if (seen.method == CallbackMethod::kShutdown) own.join();
    return S_OK;
  };
  REQUIRE(!run(build.program, witness).error);
  CHECK(forced == S_OK);
  CHECK(made == S_OK);
  CHECK(witness.count(CallbackMethod::kGarbageCollectionStarted) == 2);
}

}  // namespace
}  // namespace gcrucible::tests
