// A suspension of the profiler's own that is open where the process ends.
#include <string>
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

TEST_CASE("a process that ends without Shutdown leaves nobody time to resume", "[rules]") {
  CHECK(broken_by(false).empty());
  CHECK(broken_by(true) == std::vector<std::string>{kRule});
}

}  // namespace
}  // namespace gcrucible::tests
