// Heap walks by several threads, and walks that end early.
#include <atomic>
#include <future>
#include <thread>

#include "tests/harness/calls/build.h"
#include "tests/harness/calls/rig.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using namespace abi;

constexpr DWORD kAllocations = COR_PRF_MONITOR_OBJECT_ALLOCATED | COR_PRF_ENABLE_OBJECT_ALLOCATED;

TEST_CASE("EnumerateGCHeapObjects: concurrent walks do not affect each other") {
  Build build;
  const std::uint32_t node = build.node();
  for (int i = 0; i < 3; ++i) build.object(node);
  Witness witness(kAllocations);
  struct Walker {
    NewestInfo* info;
    std::promise<void> there, go;
    bool waited = false;
    HRESULT looked = E_FAIL, walked = E_FAIL;

    static BOOL GCRUCIBLE_STDCALL each(ObjectID object, void* self) {
      auto& walker = *static_cast<Walker*>(self);
      if (walker.waited) return 0;
      walker.waited = true;
      walker.there.set_value();
      walker.go.get_future().wait();
      ClassID id = 0;
      walker.looked = walker.info->GetClassFromObject(object, &id);
      return 0;
    }
    void walk() { walked = info->EnumerateGCHeapObjects(each, this); }
  };
  bool done = false, still_collecting = true;
  witness.react = [&](const Seen& seen) {
    if (seen.method != CallbackMethod::kObjectAllocated || done) return S_OK;
    done = true;
    CHECK(witness.info->SuspendRuntime() == S_OK);
    Walker first{.info = witness.info}, second{.info = witness.info};
    std::thread a([&] { first.walk(); });
    first.there.get_future().wait();
    std::thread b([&] { second.walk(); });
    second.there.get_future().wait();
    first.go.set_value();
    a.join();
    second.go.set_value();
    b.join();
    still_collecting = witness.clr->collecting();
    CHECK(witness.info->ResumeRuntime() == S_OK);
    for (const Walker* walker : {&first, &second}) {
      CHECK(walker->walked == S_OK);
      CHECK(walker->looked == S_OK);
    }
    return S_OK;
  };
  REQUIRE(!run(build.program, witness).error);
  CHECK(done);
  CHECK(!still_collecting);
}

TEST_CASE("EnumerateGCHeapObjects: an exception in the callback ends the suspension") {
  Build build;
  build.object(build.node());
  Witness witness(kAllocations);
  bool thrown = false;
  witness.react = [&](const Seen& seen) {
    if (seen.method != CallbackMethod::kObjectAllocated) return S_OK;
    try {
      witness.info->EnumerateGCHeapObjects([](ObjectID, void*) -> BOOL { throw 1; }, nullptr);
    } catch (int) {
      thrown = true;
    }
    CHECK(!witness.clr->collecting());
    CHECK(!witness.clr->suspended());
    return S_OK;
  };
  REQUIRE(!run(build.program, witness).error);
  CHECK(thrown);
}

TEST_CASE("EnumerateGCHeapObjects: its suspension cannot be resumed or reused") {
  Build build;
  build.object(build.node());
  Witness witness(kAllocations);
  struct Other {
    NewestInfo* info;
    HRESULT resumed = E_FAIL, suspended = E_FAIL, walked = E_FAIL;
  } other;
  witness.react = [&](const Seen& seen) {
    if (seen.method != CallbackMethod::kObjectAllocated) return S_OK;
    other.info = witness.info;
    CHECK(witness.info->EnumerateGCHeapObjects(
              [](ObjectID, void* state) -> BOOL {
                auto& answers = *static_cast<Other*>(state);
                std::thread([&] {
                  answers.resumed = answers.info->ResumeRuntime();
                  answers.suspended = answers.info->SuspendRuntime();
                  answers.walked = answers.info->EnumerateGCHeapObjects(
                      [](ObjectID, void*) -> BOOL { return 1; }, nullptr);
                }).join();
                return 0;
              },
              &other) == S_OK);
    return S_OK;
  };
  REQUIRE(!run(build.program, witness).error);
  CHECK(other.resumed == CORPROF_E_UNSUPPORTED_CALL_SEQUENCE);
  CHECK(other.suspended == CORPROF_E_SUSPENSION_IN_PROGRESS);
  CHECK(other.walked == CORPROF_E_SUSPENSION_IN_PROGRESS);
}

}  // namespace
}  // namespace gcrucible::tests
