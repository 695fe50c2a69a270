// Objects that a root keeps which .NET 10 does not tell: excused there and nowhere else, and only so far.
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

TEST_CASE("a survivor may have an untold root in a recording's collection of young generations") {
  CHECK(broken_by({}).empty());
  CHECK(broken_by({.full = true}) == Ids{kClosed});
  CHECK(broken_by({.references = "1000"}).empty());
  CHECK(broken_by({.source = "simulated"}) == Ids{kClosed});
  CHECK(broken_by({.runtime = "documented"}) == Ids{kClosed});
}

}  // namespace gcrucible::tests
