// .NET 10 announces large objects of the pinned object heap under
// COR_PRF_HIGH_MONITOR_LARGEOBJECT_ALLOCATED alone. The leeway applies only to .NET 10 and only to this
// case.
#include <string>
#include <vector>

#include "tests/harness/rules/tale.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

const std::string kRule = "allocation/heap-of-flag";
const std::vector<std::string> kBroken{kRule};

// One object, announced at the address, and a collection that reports the heaps' ranges.
std::vector<std::string> broken_at(const std::string& runtime, int at, const std::string& high = "64") {
  Tale tale;
  tale.header = R"("source":"recorded","runtime":")" + runtime + R"(","event_mask":[128,)" + high + "]";
  tale.call("ObjectAllocated", R"("class":5,"object":)" + std::to_string(at));
  tale.call("GarbageCollectionStarted", R"("generations":[true,false,false,false,false],"reason":1)");
  tale.steps.back().inside.push_back({.kind = Step::Kind::kInfo,
                                      .name = "GetGenerationBounds",
                                      .fields = R"("args":[64])",
                                      .out = "[3,[[0,1000,100,900],[3,2000,900,1000],[4,3000,900,1000]]]"});
  tale.call("GarbageCollectionFinished");
  return broken(judge(tale.text(), {.only = {kRule}}));
}

// An object of that size in the pinned object heap, according to the model.
std::vector<std::string> broken_by_size(const std::string& runtime, const std::string& size) {
  Tale tale;
  tale.header = R"("source":"simulated","runtime":")" + runtime + R"(","event_mask":[128,64])";
  tale.call("Initialize");
  tale.info("GetLOHObjectSizeThreshold", "[1]", "[85000]");
  tale.model("allocated",
             R"("object":1,"count":1,"type":0,"at":3000,"generation":4,"announced":true,"size":)" + size);
  tale.call("ObjectAllocated", R"("class":5,"object":3000)");
  return broken(judge(tale.text(), {.only = {kRule}}));
}

TEST_CASE("allocation/heap-of-flag: a .NET 10 recording may announce a POH object as large", "[rules]") {
  CHECK(broken_at("net10", 2000).empty());
  CHECK(broken_at("net10", 3000).empty());
  CHECK(broken_at("net10", 1000) == kBroken);
  CHECK(broken_at("documented", 3000) == kBroken);
  CHECK(broken_at("net10", 2000, "256") == kBroken);
  CHECK(broken_at("documented", 3000, "256").empty());
}

TEST_CASE("allocation/heap-of-flag: the large-object flag announces POH objects by size", "[rules]") {
  CHECK(broken_by_size("net10", "85000").empty());
  CHECK(broken_by_size("net10", "84999") == kBroken);
  CHECK(broken_by_size("documented", "85000") == kBroken);
}

}  // namespace
}  // namespace gcrucible::tests
