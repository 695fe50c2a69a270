// Ids of ended things that are reused for new ones. Each rule with state per id distinguishes the two
// lives.
#include <string>
#include <utility>
#include <vector>

#include "tests/harness/rules/tale.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using Ids = std::vector<std::string>;

Tale recording(const std::string& low) {
  Tale tale;
  tale.header = R"("source":"recorded","runtime":"net10","event_mask":[)" + low + ",0]";
  tale.call("Initialize");
  return tale;
}

void on(Tale& tale, std::uint32_t thread, std::string name, std::string fields) {
  tale.steps.push_back(make_call(std::move(name), std::move(fields)));
  tale.steps.back().thread = thread;
}

Ids broken_of(const Tale& tale, const std::string& rule) {
  return broken(judge(tale.text(), {.only = {rule}}));
}

// COR_PRF_MONITOR_THREADS. Thread 6 lives on native thread 1 and ends.
Tale ended_thread(const std::string& low = "512") {
  Tale tale = recording(low);
  on(tale, 1, "ThreadCreated", R"("thread":6)");
  on(tale, 1, "ThreadAssignedToOSThread", R"("thread":6,"os":null)");
  on(tale, 1, "ThreadDestroyed", R"("thread":6)");
  return tale;
}

TEST_CASE("reused ids: a thread with an ended one's id may be named before it is created", "[rules]") {
  Tale tale = ended_thread();
  tale.call("ThreadNameChanged", R"("thread":6,"name":"next")");
  CHECK(broken_of(tale, "threads/known").empty());
  SECTION("the profiler may ask about it there") {
    tale.steps.back().inside.push_back(make_info("GetThreadInfo", "[6]", "[0]"));
    CHECK(broken_of(tale, "ids/thread-window").empty());
    CHECK(broken_of(tale, "life/no-ended-threads").empty());
  }
  SECTION("it is created and destroyed once") {
    on(tale, 2, "ThreadCreated", R"("thread":6)");
    on(tale, 2, "ThreadAssignedToOSThread", R"("thread":6,"os":null)");
    on(tale, 2, "ThreadDestroyed", R"("thread":6)");
    Tale whole = tale;
    whole.call("Shutdown");
    CHECK(broken_of(whole, "*") == Ids());
    on(tale, 2, "ThreadDestroyed", R"("thread":6)");
    CHECK(broken_of(tale, "threads/known") == Ids{"threads/known"});
  }
}

TEST_CASE("reused ids: a new native thread may have an ended one's id before ThreadCreated", "[rules]") {
  for (const bool created : {false, true}) {
    Tale tale = ended_thread();
    if (created) {
      on(tale, 2, "ThreadCreated", R"("thread":6)");
    } else {
      on(tale, 2, "ThreadNameChanged", R"("thread":7,"name":"other")");
    }
    Step answer = make_info("GetCurrentThreadID", "[]", "[6]");
    answer.thread = 2;
    tale.steps.back().inside.push_back(answer);
    CHECK(broken_of(tale, "threads/no-id-on-gc-threads").empty());
    CHECK(broken_of(tale, "info/live-ids").empty());
  }
  // The id of a living thread.
  Tale tale = recording("512");
  on(tale, 1, "ThreadCreated", R"("thread":6)");
  on(tale, 1, "ThreadAssignedToOSThread", R"("thread":6,"os":null)");
  on(tale, 2, "ThreadNameChanged", R"("thread":7,"name":"other")");
  Step answer = make_info("GetCurrentThreadID", "[]", "[6]");
  answer.thread = 2;
  tale.steps.back().inside.push_back(answer);
  CHECK(broken_of(tale, "threads/no-id-on-gc-threads") == Ids{"threads/no-id-on-gc-threads"});
}

TEST_CASE("reused ids: a suspension may name an ended thread's id before ThreadCreated", "[rules]") {
  const std::string rule = "suspension/no-destroyed-threads";
  for (const std::uint32_t native : {1u, 2u}) {
    Tale tale = ended_thread("66048");  // COR_PRF_MONITOR_THREADS and _SUSPENDS
    on(tale, 0, "RuntimeSuspendStarted", R"("reason":1)");
    on(tale, native, "RuntimeThreadSuspended", R"("thread":6)");
    CHECK(broken_of(tale, rule) == (native == 1 ? Ids{rule} : Ids()));
  }
}

TEST_CASE("reused ids: an end that the mask hides allows the id again", "[rules]") {
  // COR_PRF_MONITOR_CLASS_LOADS, _MODULE_LOADS and _ASSEMBLY_LOADS.
  for (const bool gap : {false, true}) {
    Tale tale = recording("14");
    tale.call("ClassLoadStarted", R"("class":100)").call("ClassLoadFinished", R"("class":100,"status":0)");
    tale.call("ModuleLoadStarted", R"("module":200)")
        .call("ModuleLoadFinished", R"("module":200,"status":0)");
    if (gap) {
      tale.call("ThreadNameChanged", R"("thread":1,"name":"a")").info("SetEventMask", "[512]");
      tale.call("ThreadNameChanged", R"("thread":1,"name":"b")").info("SetEventMask", "[14]");
    }
    tale.call("ClassLoadStarted", R"("class":100)").call("ClassLoadFinished", R"("class":100,"status":0)");
    tale.call("ModuleLoadStarted", R"("module":200)")
        .call("ModuleLoadFinished", R"("module":200,"status":0)");
    CHECK(broken_of(tale, "ids/unique") == (gap ? Ids() : Ids{"ids/unique"}));
  }
  // COR_PRF_MONITOR_GC.
  const std::string handles = "handles/created-before-destroyed";
  for (const bool gap : {false, true}) {
    Tale tale = recording("128");
    tale.call("HandleCreated", R"("handle":24,"object":4096)");
    if (gap) {
      tale.info("SetEventMask", "[512]");
      tale.call("ThreadNameChanged", R"("thread":1,"name":"b")").info("SetEventMask", "[128]");
    }
    tale.call("HandleCreated", R"("handle":24,"object":4096)");
    CHECK(broken_of(tale, handles) == (gap ? Ids() : Ids{handles}));
  }
}

TEST_CASE("reused ids: a second profiler may get ids that the first one saw", "[rules]") {
  Tale tale = recording("14");
  tale.call("ModuleLoadStarted", R"("module":200)").call("ModuleLoadFinished", R"("module":200,"status":0)");
  tale.call("ProfilerDetachSucceeded");
  tale.call("InitializeForAttach", R"("data":"","bytes":0)").info("SetEventMask", "[14]");
  tale.call("ProfilerAttachComplete");
  tale.call("ModuleLoadStarted", R"("module":200)").call("ModuleLoadFinished", R"("module":200,"status":0)");
  CHECK(broken_of(tale, "ids/unique").empty());
}

// GetClassIDInfo2 is called twice for one ClassID, which then belongs to a class with another token.
Tale asked_twice(bool reported) {
  Tale tale = recording(reported ? "2" : "512");  // COR_PRF_MONITOR_CLASS_LOADS
  if (reported) {
    tale.call("ClassLoadStarted", R"("class":100)").call("ClassLoadFinished", R"("class":100,"status":0)");
  } else {
    tale.call("ThreadNameChanged", R"("thread":1,"name":"a")");
  }
  tale.info("GetClassIDInfo2", "[100,0]", "[200,33554434,0,0,[]]");
  return tale;
}

TEST_CASE("reused ids: a class may be unloaded unreported and its id reused", "[rules]") {
  for (const bool reported : {false, true}) {
    Tale tale = asked_twice(reported);
    tale.info("GetClassIDInfo2", "[100,0]", "[200,33554435,0,0,[]]");
    CHECK(broken_of(tale, "ids/class-id-reuse") == (reported ? Ids{"ids/class-id-reuse"} : Ids()));
    tale = asked_twice(reported);
    tale.info("GetClassIDInfo2", "[101,0]", "[200,33554434,0,0,[]]");
    CHECK(broken_of(tale, "ids/instances-differ") == (reported ? Ids{"ids/instances-differ"} : Ids()));
  }
}

TEST_CASE("info/small-buffer: a reused assembly id may have a longer name", "[rules]") {
  const std::string rule = "info/small-buffer";
  const auto ask = [](Tale& tale, int count) {
    tale.call("ThreadNameChanged", R"("thread":1,"name":"a")");
    tale.info("GetAssemblyInfo", "[300,0]", "[" + std::to_string(count) + R"(,null,1,200])");
  };
  for (const bool reported : {false, true}) {
    Tale tale = recording(reported ? "520" : "512");  // COR_PRF_MONITOR_ASSEMBLY_LOADS
    ask(tale, 5);
    ask(tale, 7);
    CHECK(broken_of(tale, rule) == (reported ? Ids{rule} : Ids()));
  }
  Tale tale = recording("520");
  ask(tale, 5);
  tale.call("AssemblyUnloadStarted", R"("assembly":300)");
  tale.call("AssemblyUnloadFinished", R"("assembly":300,"status":0)");
  ask(tale, 7);
  CHECK(broken_of(tale, rule).empty());
}

TEST_CASE("ids/die-with-container: modules of an earlier assembly with the id do not count", "[rules]") {
  // COR_PRF_MONITOR_ASSEMBLY_LOADS alone: unloads of modules are not reported.
  Tale tale = recording("8");
  for (int life = 0; life < 2; ++life) {
    tale.call("AssemblyLoadStarted", R"("assembly":300)");
    tale.call("ModuleAttachedToAssembly", R"("module":)" + std::to_string(200 + life) + R"(,"assembly":300)");
    tale.call("AssemblyLoadFinished", R"("assembly":300,"status":0)");
    tale.call("AssemblyUnloadStarted", R"("assembly":300)");
    if (life == 0) tale.call("ModuleUnloadStarted", R"("module":200)");
    if (life == 0) tale.call("ModuleUnloadFinished", R"("module":200,"status":0)");
    if (life == 1) tale.call("ModuleUnloadStarted", R"("module":201)");
    if (life == 1) tale.call("ModuleUnloadFinished", R"("module":201,"status":0)");
    tale.call("AssemblyUnloadFinished", R"("assembly":300,"status":0)");
  }
  CHECK(broken_of(tale, "ids/die-with-container").empty());
}

TEST_CASE("ids/die-with-container: an answer about an unloaded class does not load it", "[rules]") {
  const std::string rule = "ids/die-with-container";
  for (const bool unloaded : {false, true}) {
    // COR_PRF_MONITOR_CLASS_LOADS and COR_PRF_MONITOR_MODULE_LOADS.
    Tale tale = recording("6");
    tale.call("ModuleLoadStarted", R"("module":20)").call("ModuleLoadFinished", R"("module":20,"status":0)");
    for (const char* const loaded : {"200", "201"}) {
      tale.call("ClassLoadStarted", R"("class":)" + std::string(loaded));
      tale.call("ClassLoadFinished", R"("status":0,"class":)" + std::string(loaded));
      tale.info("GetClassIDInfo2", "[" + std::string(loaded) + ",0]", "[20,33554433,null,0,null]");
    }
    tale.call("ModuleUnloadStarted", R"("module":20)");
    for (const char* const each : {"200", "201"}) {
      if (!unloaded && each == std::string("201")) continue;
      tale.call("ClassUnloadStarted", R"("class":)" + std::string(each));
      tale.call("ClassUnloadFinished", R"("status":0,"class":)" + std::string(each));
      tale.info("GetClassIDInfo2", "[" + std::string(each) + ",0]", "[20,33554433,null,0,null]");
    }
    tale.call("ModuleUnloadFinished", R"("module":20,"status":0)");
    CHECK(broken_of(tale, rule) == (unloaded ? Ids() : Ids{rule}));
  }
}

TEST_CASE("life/destroy-handles: a destroyed handle id may be reused by another handle", "[rules]") {
  const std::string rule = "life/destroy-handles";
  for (const bool again : {false, true}) {
    Tale tale = recording("128");
    tale.call("GarbageCollectionStarted", R"("generations":[true,false,false,false,false],"reason":1)");
    tale.info("CreateHandle", "[4096,2]", "[24]").info("DestroyHandle", "[24]");
    tale.call("GarbageCollectionFinished");
    if (again) tale.call("HandleCreated", R"("handle":24,"object":4096)");
    tale.call("HandleCreated", R"("handle":32,"object":4096)")
        .info("GetObjectIDFromHandle", "[24]", "[4096]");
    CHECK(broken_of(tale, rule) == (again ? Ids() : Ids{rule}));
  }
}

TEST_CASE("handles/initial-object: a dependent handle recreated without a key keeps none", "[rules]") {
  const std::string rule = "handles/initial-object";
  for (const bool anew : {false, true}) {
    Tale tale = recording("128");
    for (const char* const key : {"4096", "4120"}) {
      tale.call("GarbageCollectionStarted", R"("generations":[true,false,false,false,false],"reason":1)");
      tale.info("GetGenerationBounds", "[7]", "[1,[[0,4096,500,500]]]");
      tale.call("SurvivingReferences2", R"("ranges":[[4096,48]])");
      for (const char* const object : {"4096", "4120"})
        tale.call("ObjectReferences", R"("class":5,"refs":[],"object":)" + std::string(object));
      tale.call("ConditionalWeakTableElementReferences",
                R"("elements":[[)" + std::string(key) + ",4096,24]]");
      tale.call("GarbageCollectionFinished");
      if (!anew) continue;
      tale.call("HandleDestroyed", R"("handle":24)");
      tale.call("HandleCreated", R"("handle":24,"object":0)");
    }
    CHECK(broken_of(tale, rule) == (anew ? Ids() : Ids{rule}));
  }
}

TEST_CASE("allocation/each-object: a reused class id has the kind of the new class", "[rules]") {
  // COR_PRF_MONITOR_GC and both flags of ObjectAllocated. A box may be unannounced, an object may not.
  const std::string rule = "allocation/each-object";
  for (const bool boxed : {false, true}) {
    Tale tale = recording("8388992");
    tale.call("ObjectAllocated", R"("class":5,"object":4096)");
    tale.model("class", R"("class":5,"kind":"class")");
    const auto collect = [&](const char* object) {
      tale.call("GarbageCollectionStarted", R"("generations":[true,true,true,true,true],"reason":1)");
      tale.info("GetGenerationBounds", "[7]", "[1,[[0,4096,500,500]]]");
      tale.call("SurvivingReferences2", R"("ranges":[[)" + std::string(object) + ",24]]");
      tale.call("ObjectReferences", R"("class":5,"refs":[],"object":)" + std::string(object));
      if (boxed) tale.model("class", R"("class":5,"kind":"value")");
      tale.call("GarbageCollectionFinished");
    };
    collect("4096");
    collect("4120");
    CHECK(broken_of(tale, rule) == (boxed ? Ids() : Ids{rule}));
  }
}

// ThreadAssignedToOSThread of the new thread comes only after the suspension.
TEST_CASE("suspension/on-its-thread: the native thread of an ended thread may be reused", "[rules]") {
  const std::string rule = "suspension/on-its-thread";
  for (const bool ended : {false, true}) {
    // COR_PRF_MONITOR_THREADS and _SUSPENDS.
    Tale tale = recording("66048");
    tale.call("ThreadCreated", R"("thread":600)").call("ThreadAssignedToOSThread", R"("thread":600,"os":6)");
    if (ended) tale.call("ThreadDestroyed", R"("thread":600)");
    tale.call("ThreadCreated", R"("thread":700)");
    tale.call("RuntimeThreadSuspended", R"("thread":700)");
    CHECK(broken_of(tale, rule) == (ended ? Ids() : Ids{rule}));
  }
}

TEST_CASE("allocation/class-load-follows: a full collection frees the id of an array class", "[rules]") {
  const std::string rule = "allocation/class-load-follows";
  for (const bool full : {false, true}) {
    // COR_PRF_MONITOR_GC, _CLASS_LOADS and both flags of ObjectAllocated.
    Tale tale = recording("8388994");
    tale.call("ObjectAllocated", R"("class":5,"object":4096)");
    tale.call("GarbageCollectionStarted", full
                                              ? R"("generations":[true,true,true,true,true],"reason":1)"
                                              : R"("generations":[true,false,false,false,false],"reason":1)");
    tale.call("GarbageCollectionFinished");
    tale.call("ClassLoadStarted", R"("class":5)").call("ClassLoadFinished", R"("class":5,"status":0)");
    CHECK(broken_of(tale, rule) == (full ? Ids() : Ids{rule}));
  }
}

TEST_CASE("roots/stack-owner: a function may reuse the id of an unloaded class", "[rules]") {
  const std::string rule = "roots/stack-owner";
  for (const bool unloaded : {false, true}) {
    Tale tale = recording("130");
    tale.call("ClassLoadStarted", R"("class":100)").call("ClassLoadFinished", R"("class":100,"status":0)");
    if (unloaded) {
      tale.call("ClassUnloadStarted", R"("class":100)");
      tale.call("ClassUnloadFinished", R"("class":100,"status":0)");
    }
    tale.call("GarbageCollectionStarted", R"("generations":[true,true,true,true,true],"reason":1)");
    tale.call("RootReferences2", R"("roots":[[4096,1,0,100]])");
    tale.call("GarbageCollectionFinished");
    CHECK(broken_of(tale, rule) == (unloaded ? Ids() : Ids{rule}));
  }
}

}  // namespace
}  // namespace gcrucible::tests
