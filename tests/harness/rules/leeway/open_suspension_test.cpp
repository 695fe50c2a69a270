// Suspensions by the profiler that are open when the process ends, or end while it walks the heap.
#include <string>
#include <utility>
#include <vector>

#include "tests/harness/rules/tale.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

const std::string kRule = "life/resume-what-you-suspend";
constexpr std::uint32_t kWorker = 7;

std::vector<std::string> broken_by(bool shut_down) {
  Tale tale;
  tale.header = R"("source":"simulated","runtime":"net10","event_mask":[1,0])";
  tale.call("Initialize");
  tale.steps.push_back(make_info("SuspendRuntime", "[]", "[]", kWorker));
  if (shut_down) tale.call("Shutdown");
  return broken(judge(tale.text(), {.only = {kRule}}));
}

TEST_CASE("suspension: a process that ends without Shutdown need not resume", "[rules]") {
  CHECK(broken_by(false).empty());
  CHECK(broken_by(true) == std::vector<std::string>{kRule});
}

std::vector<std::string> broken_in_walk(bool resumes) {
  Tale tale;
  tale.header = R"("source":"simulated","runtime":"net10","event_mask":[1,0])";
  tale.call("Initialize");
  Step walk = make_info("EnumerateGCHeapObjects", "[true]", R"([],"visited":[])");
  if (resumes) walk.inside.push_back(make_info("ResumeRuntime", "[]"));
  walk.inside.push_back(
      make_call("GarbageCollectionStarted", R"("generations":[true,false,false,false,false],"reason":1)"));
  walk.inside.push_back(make_call("GarbageCollectionFinished"));
  tale.steps.push_back(std::move(walk));
  // The function that the walk calls is not a callback of the runtime.
  std::string text = tale.text();
  const std::string inside = "\"inside\":3,";
  if (resumes) text.erase(text.find(inside), inside.size());
  return broken(judge(text, {.only = {"walks/heap"}}));
}

TEST_CASE("walks/heap: resuming the runtime during a heap walk allows a collection", "[rules]") {
  CHECK(broken_in_walk(true).empty());
  CHECK(broken_in_walk(false) == std::vector<std::string>{"walks/heap"});
}

}  // namespace
}  // namespace gcrucible::tests
