// Every family of rules about the runtime needs collections, or is judged in any run.
#include <algorithm>
#include <string_view>

#include "harness/report/run_report.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

// The families that is_about_collections() leaves out.
constexpr std::string_view kJudgedInAnyRun[] = {
    "attach",           "classes",  "detach", "exceptions",      "ids",     "info",  "loads", "masks",
    "profiler-handles", "shutdown", "start",  "suspend-runtime", "threads", "walks",
};

TEST_CASE("is_about_collections: every family of the runtime is on one of two lists") {
  for (const rules::Rule& rule : rules::catalogue()) {
    if (rule.breaker != rules::Breaker::kRuntime) continue;
    const std::string_view family = rule.id.substr(0, rule.id.find('/'));
    INFO(family << ": add it to kAboutCollections in run_report.cpp, or to kJudgedInAnyRun here");
    CHECK(report::is_about_collections(rule) !=
          (std::ranges::find(kJudgedInAnyRun, family) != std::end(kJudgedInAnyRun)));
  }
}

}  // namespace
}  // namespace gcrucible::tests
