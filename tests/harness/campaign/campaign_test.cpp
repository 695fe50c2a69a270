// Whole campaigns: mistakes that the defaults find, and correct profilers without findings.
#include "harness/campaign/campaign.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/campaign/calibration.h"
#include "harness/runtimes/runtimes.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"

namespace gcrucible::campaign {
namespace {

class Silent final : public Watcher {
 public:
  void progress(const Result&) override {}
};

Plan plan_of(const std::string& mistake, std::uint64_t cases) {
  Plan plan;
  plan.subject.library = in_build("/campaign_test_careful.so");
  plan.subject.clsid = "{0B7C52D1-6E3A-4F19-9C84-2D5E7A1B3F60}";
  plan.subject.run.host_path = in_build("/gcrucible-host");
  plan.subject.run.timeout = std::chrono::seconds(20);
  plan.subject.run.environment = {"CAMPAIGN_TEST=" + mistake};
  plan.envelope.runtime = *runtimes::load("documented");
  plan.cases = cases;
  plan.most_faults = 1;
  plan.jobs = 2;
  plan.shrinks = false;
  return plan;
}

Result run_calibrated(Plan plan) {
  const TypePool pool;
  plan.subject.compared = calibrate(plan, pool).compared;
  Silent watcher;
  return run(plan, pool, watcher);
}

std::string first_of(const Result& result) {
  return result.faults.empty() ? "nothing in " + std::to_string(result.cases) + " cases"
                               : text_of(result.faults.front().cause);
}

}  // namespace

TEST_CASE("calibrate: only deterministic output is compared between presentations") {
  const TypePool pool;
  const Calibration calls = calibrate(plan_of("nothing", 1), pool);
  REQUIRE(calls.compared.size() == 1);
  CHECK(calls.compared.front().kind == scenario::Observation::Kind::kCalls);
  CHECK(calls.text == "One case of eight is compared with another presentation of its program, by calls.");
  for (const char* const log : {"prints ranges", "counts ranges"}) {
    const Calibration printed = calibrate(plan_of(log, 1), pool);
    INFO(log << ": " << printed.text);
    REQUIRE(printed.compared.size() == 1);
    CHECK(printed.compared.front().kind == scenario::Observation::Kind::kCalls);
    CHECK(printed.text.find("Not by stdout: two presentations differ in it") != std::string::npos);
  }
  Plan observed = plan_of("nothing", 1);
  observed.subject.observation =
      scenario::Observation{.kind = scenario::Observation::Kind::kCalls, .text = {}};
  CHECK(calibrate(observed, pool).text.empty());
}

TEST_CASE("campaign: wrong offsets and lengths are found without a probe") {
  CHECK(first_of(run_calibrated(plan_of("no offset", 2000))) == "presentation (calls)");
  CHECK(first_of(run_calibrated(plan_of("legacy lengths", 5000))) == "presentation (calls)");
}

// Minutes; scripts/test-long seeds runs it.
TEST_CASE("campaign: 95 of 100 seeds find wrong offsets and lengths", "[.seeds]") {
  const std::string mistake = GENERATE(as<std::string>{}, "no offset", "legacy lengths");
  std::string missed;
  std::vector<std::uint64_t> cases;  // of each seed that finds it, up to the first finding
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    Plan plan = plan_of(mistake, 5000);
    plan.seed = seed;
    const Result result = run_calibrated(plan);
    if (const std::string first = first_of(result); first == "presentation (calls)") {
      cases.push_back(result.cases);
    } else {
      missed += "seed " + std::to_string(seed) + ": " + first + "\n";
    }
  }
  REQUIRE_FALSE(cases.empty());
  std::ranges::sort(cases);
  WARN(mistake << " is found by " << cases.size() << " of 100 seeds; median " << cases[cases.size() / 2]
               << " cases, at most " << cases.back() << "\n"
               << missed);
  CHECK(cases.size() >= 95);
}

TEST_CASE("campaign: state freed in Shutdown is found by callbacks delivered after it") {
  CHECK(first_of(run_calibrated(plan_of("gone with shutdown", 2000))) ==
        "crash (SIGSEGV in JITCompilationFinished)");
}

TEST_CASE("campaign: an unchecked result of an Info method is found") {
  CHECK(first_of(run_calibrated(plan_of("unchecked", 2000))) == "crash (SIGSEGV in ObjectAllocated)");
}

TEST_CASE("campaign: a correct profiler without a probe has no finding") {
  CHECK(first_of(run_calibrated(plan_of("nothing", 600))) == "nothing in 600 cases");
  CHECK(first_of(run_calibrated(plan_of("prints ranges", 600))) == "nothing in 600 cases");
}

}  // namespace gcrucible::campaign
