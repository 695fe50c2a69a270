// Callbacks that a recording may contain after Shutdown.
#include "tests/harness/rules/tale.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

const std::string kRule = "shutdown/once";

std::vector<std::string> broken_by(const std::string& source, std::vector<Step> later) {
  Tale tale;
  tale.header = R"("source":")" + source + R"(","runtime":"net10","event_mask":[1,0])";
  tale.call("Initialize");
  tale.call("Shutdown");
  for (Step& step : later) tale.steps.push_back(std::move(step));
  return broken(judge(tale.text(), {.only = {kRule}}));
}

Step on_thread(std::uint32_t thread, std::string name, std::string fields) {
  Step step = make_call(std::move(name), std::move(fields));
  step.thread = thread;
  return step;
}

const std::vector<std::string> kBroken{kRule};

TEST_CASE("shutdown: other threads may raise callbacks until Shutdown closes the recording", "[rules]") {
  const std::string handle = R"("handle":24,"object":0)";
  CHECK(broken_by("recorded", {on_thread(3, "HandleCreated", handle)}).empty());
  CHECK(broken_by("recorded", {on_thread(0, "HandleCreated", handle)}) == kBroken);
  CHECK(broken_by("recorded", {on_thread(3, "Shutdown", "")}) == kBroken);
  CHECK(broken_by("recorded", {on_thread(0, "Shutdown", "")}) == kBroken);
  CHECK(broken_by("simulated", {on_thread(0, "HandleCreated", handle)}).empty());
  CHECK(broken_by("simulated", {on_thread(3, "Shutdown", "")}) == kBroken);
}

TEST_CASE("shutdown: a handle that the profiler destroys in Shutdown is reported inside it", "[rules]") {
  const std::string kHeader =
      R"({"gcrucible_trace":1,"source":"recorded","runtime":"net10","event_mask":[128,0]})"
      "\n"
      R"({"n":1,"t":0,"call":"Initialize"})"
      "\n"
      R"({"n":2,"t":0,"ret":1,"hr":0})"
      "\n"
      R"({"n":3,"t":0,"call":"Shutdown"})"
      "\n";
  const std::string destroys = R"({"n":4,"t":0,"info":"DestroyHandle","inside":3,"args":[24]})"
                               "\n";
  const auto ends = [](std::uint64_t handle) {
    const std::string n = std::to_string(handle);
    return "{\"n\":" + n + R"(,"t":0,"call":"HandleDestroyed","handle":24})" +
           "\n{\"n\":" + std::to_string(handle + 1) + R"(,"t":0,"ret":)" + n + ",\"hr\":0}\n";
  };
  CHECK(broken(judge(kHeader + destroys + ends(5), {.only = {kRule}})).empty());
  const std::string returns = R"({"n":5,"t":0,"ret":4,"hr":0})"
                              "\n";
  CHECK(broken(judge(kHeader + destroys + returns + ends(6), {.only = {kRule}})) == kBroken);
}

}  // namespace
}  // namespace gcrucible::tests
