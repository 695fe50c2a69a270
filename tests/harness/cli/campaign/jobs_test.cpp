// Campaigns with several cases at the same time have the same result as one case after another.
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/harness/cli/command.h"
#include "tests/harness/cli/misbehaving.h"

namespace gcrucible::tests {

TEST_CASE("test: --stop-after gives the same result for each number of jobs") {
  for (const char* const limit : {"1", "2"}) {
    const Scratch scratch;
    const auto report = [&](const std::string& jobs) {
      const std::string file = scratch.path("report-" + jobs + ".json");
      const Called run = call({"test",
                               "--profiler",
                               kFaulty,
                               "--clsid",
                               kFaultyClsid,
                               "--env",
                               "GCRUCIBLE_FAULT=counts-allocations-once",
                               "--seed",
                               "7",
                               "--cases",
                               "60",
                               "--stop-after",
                               limit,
                               "--no-shrink",
                               "-q",
                               "--jobs",
                               jobs,
                               "--forget",
                               "--report",
                               "json=" + file});
      INFO(run.out << run.err);
      CHECK(run.status == 1);
      CHECK(contains(run.out,
                     std::string(" of 60 cases at the limit of findings (--stop-after ") + limit + ")."));
      nlohmann::json json = nlohmann::json::parse(text_of_file(file));
      json["milliseconds"] = 0;
      return json;
    };
    const nlohmann::json one = report("1");
    CHECK(one["cases"] < 60);
    CHECK(one["limited"] == true);
    CHECK(one["stopped"] == true);
    for (const char* const jobs : {"2", "4", "8"}) CHECK(one == report(jobs));
  }
}

}  // namespace gcrucible::tests
