// Callbacks that may come between ThreadCreated and ThreadAssignedToOSThread.
#include "tests/harness/rules/tale.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

const std::string kRule = "threads/assigned-at-once";

std::vector<std::string> broken_by(std::vector<Step> inside, std::vector<Step> later) {
  Tale tale;
  tale.header = R"("source":"recorded","runtime":"net10","event_mask":[520,0])";
  tale.call("Initialize");
  tale.call("ThreadCreated", R"("thread":6)");
  tale.steps.back().inside = std::move(inside);
  for (Step& step : later) tale.steps.push_back(std::move(step));
  tale.call("ThreadAssignedToOSThread", R"("thread":6,"os":null)");
  tale.call("Shutdown");
  return broken(judge(tale.text(), {.only = {kRule}}));
}

std::vector<Step> load() {
  return {make_call("ClassLoadStarted", R"("class":100)"),
          make_call("ClassLoadFinished", R"("class":100,"status":0)")};
}

TEST_CASE("thread life: a class load inside ThreadCreated may precede the assignment", "[rules]") {
  CHECK(broken_by({}, {}).empty());
  CHECK(broken_by(load(), {}).empty());
  CHECK(broken_by({}, load()) == std::vector<std::string>{kRule});
}

TEST_CASE("thread life: a new thread's own suspension may precede its assignment", "[rules]") {
  const auto suspended = [](const std::string& thread) {
    return std::vector<Step>{make_call("RuntimeThreadSuspended", "\"thread\":" + thread),
                             make_call("RuntimeThreadResumed", "\"thread\":" + thread)};
  };
  CHECK(broken_by({}, suspended("6")).empty());
  CHECK(broken_by({}, suspended("7")) == std::vector<std::string>{kRule});
  std::vector<Step> and_more = suspended("6");
  and_more.push_back(load().front());
  CHECK(broken_by({}, and_more) == std::vector<std::string>{kRule});
}

}  // namespace
}  // namespace gcrucible::tests
