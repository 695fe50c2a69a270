// One batch for all generations of a walk, as .NET reports it. The leeway applies only to .NET and only to
// this case.
#include <string>
#include <utility>
#include <vector>

#include "tests/harness/rules/tale.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using Ids = std::vector<std::string>;
// Name of the newer call without its 2, and its ranges.
using Batches = std::vector<std::pair<std::string, std::string>>;

const std::string kOneFamily = "ranges/one-family";
const std::string kMode = "ranges/family-of-mode";

// A full collection that compacts generation 2 at 100. It sweeps generation 0 at 20000, the LOH at 1000,
// and the POH at 2000.
Ids broken_by(const std::string& runtime, const Batches& batches) {
  Tale tale;
  tale.header = R"("source":"simulated","runtime":")" + runtime + R"(","event_mask":[128,0])";
  tale.model("collection", R"("collection":1,"line":20,"generation":2,"induced":true)");
  const std::string ranges =
      R"("ranges":[[0,2,100,50,50],[1,3,1000,100,100],[2,4,2000,40,100],[3,0,20000,20000,20000]])";
  tale.model("heap", R"("collection":1,"when":"before",)" + ranges + R"(,"objects":[],"whole":false)");
  tale.model("plan", R"("collection":1,"condemned":[true,true,true,true,true,false],)"
                     R"("compacts":[false,false,true,false,false,false],"survivors":9,"dead":4)");
  tale.call("GarbageCollectionStarted", R"("generations":[true,true,true,true,true],"reason":1)");
  for (const auto& [call, rows] : batches) {
    tale.call(call + "2", "\"ranges\":[" + rows + "]");
    tale.call(call, "\"ranges\":[" + rows + "]");
  }
  tale.call("GarbageCollectionFinished");
  return broken(judge(tale.text(), {.only = {kOneFamily, kMode}}));
}

// `count` ranges of generation 0, beginning with number `first`.
std::string swept(int first, int count, bool moved) {
  std::string rows;
  for (int i = first; i < first + count; ++i) {
    const std::string at = std::to_string(20000 + 16 * i);
    rows += (i > first ? ",[" : "[") + at + (moved ? "," + at : "") + ",8]";
  }
  return rows;
}

const char* const kMoved = "MovedReferences";
const char* const kSurviving = "SurvivingReferences";
const std::string kCompacted = "[108,100,8],";

TEST_CASE("masks/allocated-by-class: the free object at a segment's start is not counted") {
  const auto broken_with = [](int bytes) {
    Tale tale;
    tale.header = R"("source":"recorded","runtime":"net10","event_mask":[128,0])";
    tale.call("GarbageCollectionStarted", R"("generations":[true,false,false,false,false],"reason":1)");
    tale.steps.back().inside.push_back({.kind = Step::Kind::kInfo,
                                        .name = "GetGenerationBounds",
                                        .fields = R"("args":[64])",
                                        .out = "[1,[[0,4096," + std::to_string(bytes) + ",65536]]]"});
    tale.call("GarbageCollectionFinished");
    return broken(judge(tale.text(), {.only = {"masks/allocated-by-class"}}));
  };
  CHECK(broken_with(24).empty());
  CHECK(broken_with(48).size() == 1);
}

}  // namespace

TEST_CASE("ranges/family-of-mode: .NET may put swept ranges into a compacted batch") {
  const Batches batches{
      {kSurviving, "[1000,8]"}, {kSurviving, "[2000,8]"}, {kMoved, kCompacted + swept(0, 2, true)}};
  CHECK(broken_by("net10", batches).empty());
  CHECK(broken_by("documented", batches) == Ids{kMode});
  const Batches apart{{kMoved, "[108,100,8]"}, {kSurviving, swept(0, 2, false)}};
  CHECK(broken_by("net10", apart).empty());
  CHECK(broken_by("documented", apart).empty());
}

TEST_CASE("ranges: batches that .NET never makes are violations under .NET") {
  // A batch without a compacted range.
  CHECK(broken_by("net10", {{kMoved, "[108,100,8]"}, {kMoved, swept(0, 2, true)}}) == Ids{kMode});
  // A swept range that moves.
  CHECK(broken_by("net10", {{kMoved, kCompacted + "[20000,20008,8]"}}) == Ids{kMode});
  // Heaps that are walked separately.
  CHECK(broken_by("net10", {{kMoved, kCompacted + "[1000,1000,8]"}}) == Ids{kMode});
  CHECK(broken_by("net10", {{kMoved, kCompacted + "[2000,2000,8]"}}) == Ids{kMode});
  // A compacted range in a batch that is not moved.
  CHECK(broken_by("net10", {{kSurviving, "[108,8]," + swept(0, 2, false)}}) == Ids{kMode});
  // A family that changes although the previous batch was not full.
  CHECK(broken_by("net10", {{kMoved, kCompacted + swept(0, 2, true)}, {kSurviving, swept(2, 2, false)}}) ==
        Ids{kOneFamily});
}

TEST_CASE("ranges/one-family: .NET may change the family after a full batch") {
  const auto batches = [](int in_first) {
    return Batches{{kMoved, kCompacted + swept(0, in_first, true)}, {kSurviving, swept(in_first, 20, false)}};
  };
  CHECK(broken_by("net10", batches(511)).empty());
  CHECK(broken_by("net10", batches(510)) == Ids{kOneFamily});
  CHECK(broken_by("documented", batches(511)) == Ids{kMode, kOneFamily});
}

TEST_CASE("finalization/survives: an address from after the move violates under .NET only") {
  Tale tale = two_collections();
  // Object 17 is at 13 after the move. No range reports 13 as an old address.
  tale.edit("FinalizeableObjectQueued", "\"object\":17", "\"object\":13");
  const rules::Selection selection{.only = {"finalization/survives"}};
  CHECK(broken(judge(tale.text(), selection)) == Ids{"finalization/survives"});
  tale.header.replace(tale.header.find("net10"), 5, "documented");
  CHECK(broken(judge(tale.text(), selection)).empty());
}

TEST_CASE("roots/live-target: a conservative root may name no object") {
  const auto broken_with = [](const char* root, const char* environment) {
    Tale tale = recorded_collections();
    tale.edit("RootReferences2", "[7,1,0,900]", root);
    tale.edit("RootReferences", "[7,", "[9,");
    tale.header += environment;
    const rules::Selection selection{.only = {"roots/live-target", "roots/interior-resolved"}};
    return broken(judge(tale.text(), selection));
  };
  constexpr const char* kOn = R"(,"environment":[["DOTNET_gcConservative","1"]])";
  CHECK(broken_with("[9,1,5,0]", "") == Ids{"roots/interior-resolved", "roots/live-target"});
  CHECK(broken_with("[9,1,5,0]", kOn).empty());
  CHECK(broken_with("[9,1,0,900]", kOn) == Ids{"roots/live-target"});
}

// From a recording with DOTNET_GCName=libclrgc.so and two heaps of server GC: the empty ranges of both heaps
// are equal in size.
TEST_CASE("generations/shift-when-collected: the reserved parts of segments change") {
  const auto broken_with = [](const char* before, const char* after) {
    Tale tale;
    tale.header = R"("source":"recorded","runtime":"net10","event_mask":[128,0])";
    tale.call("GarbageCollectionStarted", R"("generations":[true,false,false,false,false],"reason":1)");
    tale.info("GetGenerationBounds", "[6]", before);
    tale.call("GarbageCollectionFinished").info("GetGenerationBounds", "[6]", after);
    return broken(judge(tale.text(), {.only = {"generations/shift-when-collected"}}));
  };
  CHECK(broken_with("[6,[[2,4096,24,24],[1,4120,24,24],[0,4144,4096,900000],[2,9004096,24,24],"
                    "[1,9004120,24,24],[0,9004144,16,900000]]]",
                    "[6,[[2,4096,24,24],[1,4120,4120,4120],[0,8240,24,895904],[2,9004096,24,24],"
                    "[1,9004120,40,40],[0,9004160,24,899984]]]")
            .empty());
  CHECK(broken_with("[3,[[2,4194344,24,4194264],[1,8388648,24,4194264],[0,12582952,4096,4194264]]]",
                    "[3,[[2,4194344,24,4194264],[1,8388648,24,4194200],[0,12582952,24,4194264]]]") ==
        Ids{"generations/shift-when-collected"});
}

}  // namespace gcrucible::tests
