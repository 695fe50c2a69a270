// Objects kept alive by a root that .NET 10 does not report. The leeway applies only to .NET 10 and only to
// this case.
#include <string>
#include <vector>

#include "tests/harness/rules/tale.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using Ids = std::vector<std::string>;

const std::string kClosed = "references/closed-graph";

struct Case {
  std::string runtime = "net10";
  std::string source = "recorded";
  bool full = false;
  std::string references = {};  // of the object without a root
};

// 1000 has a root, 1100 has none; both survive.
Ids broken_by(const Case& of) {
  Tale tale;
  tale.header = R"("source":")" + of.source + R"(","runtime":")" + of.runtime + R"(","event_mask":[128,0])";
  tale.call("GarbageCollectionStarted", of.full
                                            ? R"("generations":[true,true,true,true,true],"reason":1)"
                                            : R"("generations":[true,true,false,false,false],"reason":1)");
  tale.call("SurvivingReferences2", R"("ranges":[[1000,200]])");
  tale.call("SurvivingReferences", R"("ranges":[[1000,200]])");
  tale.call("RootReferences2", R"("roots":[[1000,1,0,7]])");
  tale.call("RootReferences", R"("roots":[1000])");
  tale.call("ObjectReferences", R"("object":1000,"class":5,"refs":[])");
  tale.call("ObjectReferences", R"("object":1100,"class":6,"refs":[)" + of.references + "]");
  tale.call("GarbageCollectionFinished");
  return broken(judge(tale.text(), {.only = {kClosed}}));
}

}  // namespace

TEST_CASE("references/closed-graph: recorded young collections may leave a root out") {
  CHECK(broken_by({}).empty());
  CHECK(broken_by({.full = true}) == Ids{kClosed});
  CHECK(broken_by({.references = "1000"}).empty());
  CHECK(broken_by({.source = "simulated"}) == Ids{kClosed});
  CHECK(broken_by({.runtime = "documented"}) == Ids{kClosed});
}

namespace {

struct Next {
  std::string root = {};        // a row of RootReferences2 about 1200 in the second collection
  std::string references = {};  // of 1000 in the second collection
  std::string settings = {};    // members of the header
};

// Six objects without a root survive a young collection and a second one; 1200 is one of them.
Ids broken_behind(const Next& next) {
  Tale tale;
  tale.header = R"("source":"recorded","runtime":"net10","event_mask":[128,0])" +
                (next.settings.empty() ? std::string() : "," + next.settings);
  for (const bool second : {false, true}) {
    tale.call("GarbageCollectionStarted", R"("generations":[true,true,false,false,false],"reason":1)");
    tale.call("MovedReferences2", second ? R"("ranges":[[900,800,600]])" : R"("ranges":[[1000,900,600]])");
    const int base = second ? 800 : 900;
    const std::string root = second && !next.root.empty() ? "," + next.root : std::string();
    tale.call("RootReferences2", R"("roots":[[)" + std::to_string(base) + ",1,0,7]" + root + "]");
    for (int i = 0; i < 6; ++i) {
      tale.call("ObjectReferences", R"("class":5,"object":)" + std::to_string(base + 100 * i) +
                                        R"(,"refs":[)" +
                                        (second && i == 0 ? next.references : std::string()) + "]");
    }
    tale.call("GarbageCollectionFinished");
  }
  return broken(judge(tale.text(), {.only = {kClosed}}));
}

}  // namespace

TEST_CASE("references/closed-graph: an object without a reported root gets none later") {
  CHECK(broken_behind({}).empty());
  CHECK(broken_behind({.root = "[1000,1,0,7]"}) == Ids{kClosed});   // of a stack
  CHECK(broken_behind({.root = "[1000,3,0,24]"}) == Ids{kClosed});  // of a handle
  CHECK(broken_behind({.references = "1000"}) == Ids{kClosed});
  CHECK(broken_behind({.root = "[1000,1,4,7]"}).empty());   // an interior one
  CHECK(broken_behind({.root = "[1000,3,2,24]"}).empty());  // a weak one
  CHECK(broken_behind({.root = "[1000,2,0,0]"}).empty());   // of the finalizer queue, and the only one
  // With conservative scanning, the collector treats any stack value as a root.
  for (const char* const settings : {R"("environment":[["DOTNET_gcConservative","1"]])",
                                     R"("environment":[["COMPlus_gcConservative","0x1"]])",
                                     R"("config":[["System.GC.Conservative","true"]])"}) {
    INFO(settings);
    CHECK(broken_behind({.root = "[1000,1,0,7]", .settings = settings}).empty());
  }
  // A variable overrides the file.
  CHECK(broken_behind({.root = "[1000,1,0,7]",
                       .settings = R"("environment":[["DOTNET_gcConservative","0"]],)"
                                   R"("config":[["System.GC.Conservative","true"]])"}) == Ids{kClosed});
}

// 1000 and 1024 are in generation 1. Only an unreported interior root keeps 1000 alive. 1000 dies in the
// next collection, and 1024 moves to its place.
TEST_CASE("references/closed-graph: an object moved onto a dead one without a root is new") {
  Tale tale;
  tale.header = R"("source":"recorded","runtime":"net10","event_mask":[128,0])";
  for (const bool second : {false, true}) {
    tale.call("GarbageCollectionStarted", second
                                              ? R"("generations":[true,true,false,false,false],"reason":1)"
                                              : R"("generations":[true,false,false,false,false],"reason":1)");
    tale.call("MovedReferences2",
              second ? R"("ranges":[[1024,1000,24]])" : R"("ranges":[[100,1000,24],[200,1024,24]])");
    tale.call("RootReferences2", second ? R"("roots":[[1000,1,0,7]])" : R"("roots":[[1024,1,0,7]])");
    tale.call("ObjectReferences", R"("class":5,"object":1000,"refs":[])");
    if (!second) tale.call("ObjectReferences", R"("class":5,"object":1024,"refs":[])");
    tale.call("GarbageCollectionFinished");
  }
  CHECK(broken(judge(tale.text(), {.only = {kClosed}})).empty());
}

}  // namespace gcrucible::tests
