// Legal histories of concurrent program threads. Rules once reported them as violations.
#include "tests/harness/rules/tale.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using Ids = std::vector<std::string>;

const std::string kAtOnce = "loads/at-once";
const std::string kEach = "allocation/each-object";
const std::string kCounts = "allocated-by-class/counts";

std::vector<std::string> broken_by_load(std::vector<Step> between) {
  Tale tale;
  tale.header = R"("source":"simulated","runtime":"net10","event_mask":[65538,0])";
  tale.call("ClassLoadStarted", R"("class":100)");
  for (Step& step : between) tale.steps.push_back(std::move(step));
  tale.call("ClassLoadFinished", R"("class":100,"status":0)");
  return broken(judge(tale.text(), {.only = {kAtOnce}}));
}

TEST_CASE("loads/at-once: a thread does not stop for a suspension during a class load", "[rules]") {
  CHECK(broken_by_load({}).empty());
  CHECK(broken_by_load({make_call("RuntimeThreadSuspended", R"("thread":6)"),
                        make_call("RuntimeThreadResumed", R"("thread":6)")}) ==
        std::vector<std::string>{kAtOnce});
  CHECK(broken_by_load({make_call("ThreadCreated", R"("thread":6)")}) == std::vector<std::string>{kAtOnce});
}

TEST_CASE("allocation/class-load-follows: another thread may load the class later", "[rules]") {
  const std::string rule = "allocation/class-load-follows";
  const auto loaded_by = [&](std::uint32_t thread) {
    Tale tale;
    tale.header = R"("source":"recorded","runtime":"net10","event_mask":[8388994,0])";
    tale.call("Initialize").call("ObjectAllocated", R"("class":5,"object":1000)");
    tale.call("ObjectAllocated", R"("class":6,"object":1024)");
    Step load = make_call("ClassLoadStarted", R"("class":5)");
    load.thread = thread;
    tale.steps.push_back(std::move(load));
    return broken(judge(tale.text(), {.only = {rule}}));
  };
  CHECK(loaded_by(0) == std::vector<std::string>{rule});
  CHECK(loaded_by(5).empty());
}

TEST_CASE("allocation/announced-before-use: a frozen object may be reported earlier", "[rules]") {
  const std::string rule = "allocation/announced-before-use";
  const auto announced_late = [&](const std::string& source, int at) {
    Tale tale;
    tale.header = R"("source":")" + source + R"(","runtime":"net10","event_mask":[8388992,0])";
    tale.call("Initialize");
    const std::string object = R"("object":)" + std::to_string(at);
    for (int i = 0; i < 2; ++i) {
      tale.call("GarbageCollectionStarted", R"("generations":[true,false,false,false,false],"reason":1)");
      tale.info("GetGenerationBounds", "[7]", "[1,[[0,1000,500,500]]]");
      tale.call("ObjectReferences", R"("class":5,"refs":[],)" + object);
      tale.call("GarbageCollectionFinished");
      if (i == 0) tale.call("ObjectAllocated", R"("class":5,)" + object);
    }
    return broken(judge(tale.text(), {.only = {rule}}));
  };
  CHECK(announced_late("recorded", 5000).empty());
  CHECK(announced_late("recorded", 1100) == std::vector<std::string>{rule});
  CHECK(announced_late("simulated", 5000) == std::vector<std::string>{rule});
}

Step made(int object, std::uint32_t thread) {
  Step step = make_call("allocated", R"("object":)" + std::to_string(object) +
                                         R"(,"count":1,"type":0,"at":)" + std::to_string(1000 + 24 * object) +
                                         R"(,"size":24,"generation":0,"announced":true)");
  step.kind = Step::Kind::kModel;
  step.thread = thread;
  return step;
}

Step announced(int object, std::uint32_t thread) {
  Step step = make_call("ObjectAllocated", R"("class":5,"object":)" + std::to_string(1000 + 24 * object));
  step.thread = thread;
  return step;
}

std::vector<std::string> broken_by_steps(std::vector<Step> steps, int reported) {
  Tale tale;
  // MONITOR_GC, and both flags of ObjectAllocated.
  tale.header = R"("source":"simulated","runtime":"documented","event_mask":[8388992,0])";
  tale.model("type", R"("type":0,"name":"Node","class":5,"kind":"class","size":24,"references":true)");
  for (Step& step : steps) tale.steps.push_back(std::move(step));
  tale.model("heap",
             R"("collection":1,"when":"before","ranges":[[0,0,1000,480,480]],"objects":[],"whole":false)");
  tale.call("GarbageCollectionStarted", R"("generations":[true,false,false,false,false],"reason":1)");
  tale.call("ObjectsAllocatedByClass", R"("classes":[[5,)" + std::to_string(reported) + "]]");
  tale.call("GarbageCollectionFinished");
  return broken(judge(tale.text(), {.only = {kEach, kCounts}}));
}

Step collection() {
  Step step = make_call("collection", R"("collection":1,"line":3,"generation":0,"induced":true)");
  step.kind = Step::Kind::kModel;
  return step;
}

TEST_CASE("allocation: two threads announce their own objects until they are stopped", "[rules]") {
  CHECK(broken_by_steps({made(0, 0), made(1, 1), announced(0, 0), announced(1, 1), collection()}, 2).empty());
  CHECK(broken_by_steps({made(0, 0), announced(0, 0), collection(), made(1, 1), announced(1, 1)}, 2).empty());
  CHECK(broken_by_steps({made(0, 0), announced(0, 0), collection(), made(1, 1), announced(1, 1)}, 3) ==
        std::vector<std::string>{kCounts});
  // Announces the other thread's object.
  CHECK(broken_by_steps({made(0, 0), made(1, 1), announced(1, 0), announced(1, 1), collection()}, 2) ==
        std::vector<std::string>{kEach});
}

// Under the flags for large and pinned objects alone. One thread makes an unannounced object while another
// thread announces its own.
Ids broken_under_heap_flags(int announced_object) {
  Tale tale;
  tale.header = R"("source":"simulated","runtime":"net10","event_mask":[128,320])";
  tale.model("type", R"("type":0,"name":"Node","class":5,"kind":"class","size":24,"references":true)");
  const auto make = [&](int object, std::uint32_t thread, int generation, const char* announcement) {
    tale.steps.push_back(made(object, thread));
    tale.steps.back().fields = R"("object":)" + std::to_string(object) + R"(,"count":1,"type":0,"at":)" +
                               std::to_string(1000 + 24 * object) + R"(,"size":24,"generation":)" +
                               std::to_string(generation) + "," + announcement;
  };
  make(0, 0, 4, R"("announced":true)");
  make(1, 1, 0, R"("announced":false,"earlier":false)");
  tale.steps.push_back(announced(announced_object, 0));
  return broken(judge(tale.text(), {.only = {"allocation/*"}}));
}

TEST_CASE("allocation/each-object: announcing another thread's object is a violation", "[rules]") {
  CHECK(broken_under_heap_flags(0).empty());
  CHECK(broken_under_heap_flags(1) == Ids{kEach});
}

}  // namespace
}  // namespace gcrucible::tests
