// Legal histories that rules once reported as violations.
#include <string>
#include <utility>
#include <vector>

#include "tests/harness/rules/tale.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using Ids = std::vector<std::string>;

// Two finalizable objects: the one at 200 moves to 100, from where the one at 100 moves to 50. Two more of
// the second's class move from 300 to 250 and from 400 to 350. All are queued; the first is reported by
// address `reported`.
Tale queued_tale(const std::string& runtime, const std::string& reported) {
  Tale tale;
  tale.header = R"("source":"recorded","runtime":")" + runtime + R"(","event_mask":[128,0])";
  tale.call("Initialize");
  tale.call("ObjectAllocated", R"("object":200,"class":5)");
  // A strong handle and a weak one hold the first object.
  for (const char* const handle : {"[200,2]", "[200,1]"}) {
    const std::string id = handle[5] == '2' ? "[71]" : "[72]";
    tale.info("CreateHandle", handle, id);
  }
  tale.call("GarbageCollectionStarted", R"("generations":[true,true,true,true,true],"reason":1)");
  tale.info("GetGenerationBounds", "[8]", "[1,[[0,40,500,500]]]");
  tale.call("FinalizeableObjectQueued", "\"object\":" + reported + ",\"flags\":0");
  tale.call("FinalizeableObjectQueued", R"("object":100,"flags":1)");
  tale.call("FinalizeableObjectQueued", R"("object":300,"flags":1)");
  tale.call("FinalizeableObjectQueued", R"("object":400,"flags":1)");
  tale.call("MovedReferences2", R"("ranges":[[100,50,8],[200,100,8],[300,250,8],[400,350,8]])");
  tale.call("MovedReferences", R"("ranges":[[100,50,8],[200,100,8],[300,250,8],[400,350,8]])");
  tale.call("RootReferences2", R"("roots":[[100,2,0,0],[50,2,0,0],[250,2,0,0],[350,2,0,0]])");
  tale.call("RootReferences", R"("roots":[100,50,250,350])");
  tale.call("ObjectReferences", R"("object":50,"class":6,"refs":[])");
  tale.call("ObjectReferences", R"("object":100,"class":5,"refs":[])");
  tale.call("ObjectReferences", R"("object":250,"class":6,"refs":[])");
  tale.call("ObjectReferences", R"("object":350,"class":6,"refs":[])");
  tale.call("GarbageCollectionFinished");
  tale.info("GetObjectIDFromHandle", "[72]", "[0]");
  // They are still waiting for their finalizers.
  tale.call("GarbageCollectionStarted", R"("generations":[true,false,false,false,false],"reason":1)");
  tale.call("RootReferences2", R"("roots":[[100,2,0,0],[50,2,0,0],[250,2,0,0],[350,2,0,0]])");
  tale.call("RootReferences", R"("roots":[100,50,250,350])");
  tale.call("GarbageCollectionFinished");
  tale.call("Shutdown");
  return tale;
}

const rules::Selection kOfQueued{.only = {"finalization/known-flags", "finalization/survives",
                                          "roots/finalizer-queue", "profiler-handles/weak",
                                          "profiler-handles/strong-and-pinned"}};

Step on(std::uint32_t thread, Step step) {
  step.thread = thread;
  return step;
}

}  // namespace

TEST_CASE("finalization: documented allows the old and the new address of a queued object", "[rules]") {
  CHECK(broken(judge(queued_tale("documented", "200").text(), kOfQueued)).empty());
  CHECK(broken(judge(queued_tale("documented", "100").text(), kOfQueued)).empty());
  // .NET reports the old address, so 100 is the second object, which has other flags.
  CHECK(broken(judge(queued_tale("net10", "200").text(), kOfQueued)).empty());
  CHECK(broken(judge(queued_tale("net10", "100").text(), kOfQueued)) != Ids{});
  SECTION("flags that are not the class's are a violation") {
    Tale tale = queued_tale("documented", "200");
    tale.edit("FinalizeableObjectQueued", "\"flags\":1", "\"flags\":0", 2);
    CHECK(broken(judge(tale.text(), kOfQueued)) == Ids{"finalization/known-flags"});
  }
}

TEST_CASE("bracket/suspended: collections may come in the suspension of the process's end", "[rules]") {
  const rules::Selection selection{.only = {"bracket/suspended", "bracket/background-finishes"}};
  for (const std::string mask : {"[65664,0]", "[65536,16]"}) {
    for (const std::string reason : {"1", "4", "7", "2"}) {
      INFO(mask << " " << reason);
      Tale tale;
      tale.header = R"("source":"recorded","runtime":"net10","event_mask":)" + mask;
      tale.call("Initialize");
      tale.call("RuntimeSuspendStarted", "\"reason\":" + reason);
      tale.call("RuntimeSuspendFinished");
      tale.call("GarbageCollectionStarted", R"("generations":[true,false,false,false,false],"reason":1)");
      tale.call("GarbageCollectionFinished");
      if (reason != "4") tale.call("RuntimeResumeStarted").call("RuntimeResumeFinished");
      // In .NET a background collection has its second pause in a suspension for preparation, where no
      // collection starts.
      const bool second_pause = reason == "7" && mask == "[65536,16]";
      CHECK(broken(judge(tale.text(), selection)).empty() == (reason != "2" && !second_pause));
      // A suspension for the end of the process is never resumed.
      if (reason != "4") continue;
      tale.call("RuntimeResumeStarted").call("RuntimeResumeFinished");
      CHECK_FALSE(broken(judge(tale.text(), selection)).empty());
    }
    Tale tale;
    tale.header = R"("source":"simulated","runtime":"net10","event_mask":)" + mask;
    tale.call("Initialize");
    tale.call("RuntimeSuspendStarted", R"("reason":0)").call("RuntimeSuspendFinished");
    tale.call("RuntimeResumeStarted").call("RuntimeResumeFinished");
    tale.call("Shutdown");
    tale.call("GarbageCollectionStarted", R"("generations":[true,false,false,false,false],"reason":1)");
    tale.call("GarbageCollectionFinished");
    CHECK(broken(judge(tale.text(), selection)).empty());
  }
}

TEST_CASE("bracket/background-finishes: a full collection waits for the background one", "[rules]") {
  const rules::Selection selection{.only = {"bracket/background-finishes"}};
  for (const std::string young : {"true", "false"}) {
    Tale tale;
    tale.header = R"("source":"recorded","runtime":"net10","event_mask":[65536,16])";
    tale.call("Initialize");
    for (const std::string old : {"true", young == "true" ? "false" : "true"}) {
      tale.call("RuntimeSuspendStarted", R"("reason":1)").call("RuntimeSuspendFinished");
      tale.call("GarbageCollectionStarted",
                "\"generations\":[true," + old + "," + old + "," + old + "," + old + "],\"reason\":1");
      if (tale.steps.size() > 6) tale.call("GarbageCollectionFinished");
      tale.call("RuntimeResumeStarted").call("RuntimeResumeFinished");
    }
    tale.steps.push_back(on(5, make_call("GarbageCollectionFinished")));
    tale.call("Shutdown");
    CHECK(broken(judge(tale.text(), selection)).empty() == (young == "true"));
  }
}

TEST_CASE("handles/initial-object: the key of a dependent handle is not its initial object", "[rules]") {
  const rules::Selection selection{.only = {"handles/initial-object"}};
  Tale tale = two_collections();
  // The first collection reports a wrong address, which other rules cover. No object is there in the
  // second.
  tale.edit("ConditionalWeakTableElementReferences", "[7,8,78]", "[2004,8,78]");
  CHECK(broken(judge(tale.text(), selection)).empty());
}

TEST_CASE("threads/assigned-at-once: a thread may just be starting when the process ends", "[rules]") {
  const rules::Selection selection{.only = {"threads/assigned-at-once"}};
  Tale tale;
  tale.header = R"("source":"recorded","runtime":"net10","event_mask":[648,0])";
  tale.call("Initialize");
  tale.call("ThreadCreated", R"("thread":1)");
  tale.call("ThreadAssignedToOSThread", R"("thread":1,"os":null)");
  tale.steps.push_back(on(5, make_call("ThreadCreated", R"("thread":6)")));
  SECTION("the process ends before the assignment") {
    tale.call("ClassLoadStarted", R"("class":100)");
    tale.call("ClassLoadFinished", R"("class":100,"status":0)");
    tale.call("Shutdown");
    CHECK(broken(judge(tale.text(), selection)).empty());
  }
  SECTION("a collection comes before the assignment") {
    tale.call("GarbageCollectionStarted", R"("generations":[true,false,false,false,false],"reason":1)");
    tale.call("GarbageCollectionFinished");
    tale.call("Shutdown");
    CHECK(broken(judge(tale.text(), selection)).empty());
  }
  SECTION("an end before the assignment is a violation") {
    tale.call("ThreadDestroyed", R"("thread":6)").call("Shutdown");
    CHECK(broken(judge(tale.text(), selection)) == Ids{"threads/assigned-at-once"});
  }
  SECTION("a mask change may hide the assignment") {
    tale.call("ClassLoadStarted", R"("class":100)");
    tale.info("SetEventMask", "[136]").info("SetEventMask", "[648]");
    tale.call("ClassLoadFinished", R"("class":100,"status":0)");
    tale.call("ThreadDestroyed", R"("thread":6)").call("Shutdown");
    CHECK(broken(judge(tale.text(), selection)).empty());
  }
}

TEST_CASE("masks/read-back: the mask may be read before and after it is set", "[rules]") {
  const rules::Selection selection{.only = {"masks/read-back"}};
  Tale tale;
  tale.header = R"("source":"simulated","runtime":"net10","event_mask":[128,0])";
  tale.call("Initialize").info("GetEventMask", "[]", "[0]").info("SetEventMask", "[128]");
  SECTION("the set mask is read afterwards") {
    tale.info("GetEventMask", "[]", "[128]").call("Shutdown");
    CHECK(broken(judge(tale.text(), selection)).empty());
  }
  SECTION("the old mask read afterwards is a violation") {
    tale.info("GetEventMask", "[]", "[0]").call("Shutdown");
    CHECK(broken(judge(tale.text(), selection)) == Ids{"masks/read-back"});
  }
}

TEST_CASE("threads/known: a thread may be named before it starts", "[rules]") {
  const rules::Selection selection{.only = {"threads/known"}};
  Tale tale;
  tale.header = R"("source":"recorded","runtime":"net10","event_mask":[512,0])";
  tale.call("Initialize");
  tale.call("ThreadNameChanged", R"("thread":6,"name":"late")");
  tale.steps.push_back(on(5, make_call("ThreadCreated", R"("thread":6)")));
  tale.steps.push_back(on(5, make_call("ThreadAssignedToOSThread", R"("thread":6,"os":null)")));
  SECTION("it may be renamed while it runs") {
    tale.call("ThreadNameChanged", R"("thread":6,"name":"again")").call("Shutdown");
    CHECK(broken(judge(tale.text(), selection)).empty());
  }
  SECTION(".NET 10 may rename it after its end") {
    tale.call("ThreadDestroyed", R"("thread":6)");
    tale.call("ThreadNameChanged", R"("thread":6,"name":"gone")").call("Shutdown");
    CHECK(broken(judge(tale.text(), selection)).empty());
  }
}

TEST_CASE("bracket: a provisional full collection goes on before any code runs", "[rules]") {
  const rules::Selection selection{.only = {"bracket/started-first", "bracket/finished-last"}};
  for (const bool runs : {false, true}) {
    Tale tale;
    tale.header = R"("source":"recorded","runtime":"net10","event_mask":[192,0])";
    tale.call("Initialize");
    tale.call("GarbageCollectionStarted", R"("generations":[true,true,false,false,false],"reason":0)");
    tale.call("SurvivingReferences2", R"("ranges":[[100,8]])");
    tale.call("SurvivingReferences", R"("ranges":[[100,8]])");
    tale.call("GarbageCollectionFinished");
    if (runs) tale.call("ExceptionThrown", R"("object":100)");
    tale.call("SurvivingReferences2", R"("ranges":[[100,8]])");
    tale.call("SurvivingReferences", R"("ranges":[[100,8]])");
    tale.call("GarbageCollectionFinished");
    tale.call("Shutdown");
    CHECK(broken(judge(tale.text(), selection)).empty() != runs);
  }
}

TEST_CASE("loads/nest: a load may nest in another if the profiler asks for it", "[rules]") {
  const auto load = [](const std::string& assembly, const std::string& module) {
    return std::vector<Step>{
        make_call("AssemblyLoadStarted", "\"assembly\":" + assembly),
        make_call("ModuleLoadStarted", "\"module\":" + module),
        make_call("ModuleLoadFinished", "\"module\":" + module + ",\"status\":0"),
        make_call("ModuleAttachedToAssembly", "\"module\":" + module + ",\"assembly\":" + assembly),
        make_call("AssemblyLoadFinished", "\"assembly\":" + assembly + ",\"status\":0")};
  };
  for (const bool asked : {true, false}) {
    Tale tale;
    tale.header = R"("source":"recorded","runtime":"net10","event_mask":[14,0])";
    tale.call("Initialize");
    for (Step& step : load("10", "11")) {
      const bool here = step.name == "ModuleLoadFinished";
      tale.steps.push_back(std::move(step));
      if (!here) continue;
      std::vector<Step> inner = load("20", "21");
      if (asked)
        tale.steps.back().inside = std::move(inner);
      else
        tale.steps.insert(tale.steps.end(), inner.begin(), inner.end());
    }
    tale.call("Shutdown");
    CHECK(broken(judge(tale.text(), {.only = {"loads/nest", "loads/at-once"}})).empty() == asked);
  }
}

}  // namespace gcrucible::tests
