// A mask that changes while a thread of a real CLR is on its way to a callback.
#include <string>
#include <utility>
#include <vector>

#include "tests/harness/rules/tale.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using Ids = std::vector<std::string>;

// ThreadCreated on `thread`, in which the profiler sets the low word of the mask.
void set_mask(Tale& tale, std::uint32_t thread, const std::string& created, const std::string& low) {
  tale.call("ThreadCreated", R"("thread":)" + created);
  tale.steps.back().thread = thread;
  tale.steps.back().inside.push_back(make_info("SetEventMask", "[" + low + "]", "[]", thread));
}

// COR_PRF_MONITOR_THREADS is set, and thread 1 clears it inside ThreadCreated.
Tale cleared(const std::string& source) {
  Tale tale;
  tale.header = R"("source":")" + source + R"(","runtime":"net10","event_mask":[512,0])";
  tale.call("Initialize");
  tale.call("ThreadCreated", R"("thread":6)");
  tale.steps.back().thread = 2;
  set_mask(tale, 1, "7", "0");
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
  set_mask(tale, 2, "8", "512");
  tale.call("ThreadAssignedToOSThread", R"("thread":6,"os":null)");
  tale.steps.back().thread = 2;
  set_mask(tale, 3, "9", "0");
  tale.call("ThreadNameChanged", R"("thread":8,"name":"a")");
  tale.steps.back().thread = 3;
  CHECK(broken(judge(tale.text(), {.only = {"masks/enabled"}})) == Ids{"masks/enabled"});
}

TEST_CASE("masks/enabled: simulated threads obey a mask at once", "[rules]") {
  CHECK(broken_with(cleared("simulated"), 2) == Ids{"masks/enabled"});
}

}  // namespace
}  // namespace gcrucible::tests
