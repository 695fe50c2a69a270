// A mask that changes while a thread of a real CLR is on its way to a callback.
#include <string>
#include <utility>
#include <vector>

#include "tests/harness/rules/tale.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using Ids = std::vector<std::string>;

// COR_PRF_MONITOR_THREADS is set, and thread 1 clears it inside ThreadCreated.
Tale cleared(const std::string& source) {
  Tale tale;
  tale.header = R"("source":")" + source + R"(","runtime":"net10","event_mask":[512,0])";
  tale.call("Initialize");
  tale.call("ThreadCreated", R"("thread":6)");
  tale.steps.back().thread = 2;
  tale.call("ThreadCreated", R"("thread":7)").info("SetEventMask", "[0]");
  tale.steps.back().thread = 1;
  return tale;
}

Ids broken_with(Tale tale, std::uint32_t thread) {
  tale.call("ThreadAssignedToOSThread", R"("thread":6,"os":null)");
  tale.steps.back().thread = thread;
  return broken(judge(tale.text(), {.only = {"masks/enabled"}}));
}

TEST_CASE("masks/enabled: a real thread may enter with the mask of before its last callback", "[rules]") {
  CHECK(broken_with(cleared("recorded"), 2).empty());
}

TEST_CASE("masks/enabled: the thread that clears a flag delivers nothing for the flag", "[rules]") {
  CHECK(broken_with(cleared("recorded"), 1) == Ids{"masks/enabled"});
}

TEST_CASE("masks/enabled: a real thread obeys a mask that is older than its last callback", "[rules]") {
  Tale tale = cleared("recorded");
  tale.call("ThreadCreated", R"("thread":8)").info("SetEventMask", "[512]");
  tale.steps.back().thread = 1;
  tale.call("ThreadAssignedToOSThread", R"("thread":6,"os":null)");
  tale.steps.back().thread = 2;
  tale.call("ThreadCreated", R"("thread":9)").info("SetEventMask", "[0]");
  tale.steps.back().thread = 3;
  tale.call("ThreadNameChanged", R"("thread":8,"name":"a")");
  tale.steps.back().thread = 3;
  CHECK(broken(judge(tale.text(), {.only = {"masks/enabled"}})) == Ids{"masks/enabled"});
}

TEST_CASE("masks/enabled: simulated threads obey a mask at once", "[rules]") {
  CHECK(broken_with(cleared("simulated"), 2) == Ids{"masks/enabled"});
}

}  // namespace
}  // namespace gcrucible::tests
