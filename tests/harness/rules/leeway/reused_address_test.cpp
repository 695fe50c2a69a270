// Handles that name an address before an object is announced there.
#include <string>
#include <vector>

#include "tests/harness/rules/tale.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

const std::string kRule = "allocation/announced-before-use";

enum class Made { kBefore, kInside, kBehind };

// A handle for address 4096, a collection, and an object that is announced there.
std::vector<std::string> broken_by(Made made) {
  const auto handle = [](Tale& tale) { tale.call("HandleCreated", R"("handle":24,"object":4096)"); };
  Tale tale;
  tale.header = R"("source":"simulated","runtime":"net10","event_mask":[129,0])";
  tale.call("Initialize");
  if (made == Made::kBefore) handle(tale);
  tale.call("GarbageCollectionStarted", R"("generations":[true,false,false,false,false],"reason":1)");
  if (made == Made::kInside) handle(tale);
  tale.call("GarbageCollectionFinished");
  if (made == Made::kBehind) handle(tale);
  tale.call("ObjectAllocated", R"("class":5,"object":4096)");
  return broken(judge(tale.text(), {.only = {kRule}}));
}

TEST_CASE("allocation/announced-before-use: a handle may name the object that died there", "[rules]") {
  CHECK(broken_by(Made::kBefore).empty());
  CHECK(broken_by(Made::kInside).empty());
  CHECK(broken_by(Made::kBehind) == std::vector<std::string>{kRule});
}

}  // namespace
}  // namespace gcrucible::tests
