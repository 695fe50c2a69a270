// The report of the object tracker.
#include "harness/account/profiler_report.h"

#include <string>

#include "tests/support/catch.h"

namespace gcrucible::account {

TEST_CASE("read_profiler_report: what was not reclaimed is alive") {
  const auto report = read_profiler_report(
      "allocated 4 objects 96 bytes Program+Leaf\n"
      "allocated 1 objects 40 bytes System.String\n"
      "reclaimed 1 objects 24 bytes generation 0 Program+Leaf\n"
      "reclaimed 1 objects 24 bytes generation 2 Program+Leaf\n"
      "reclaimed 1 objects 24 bytes generation -1 Program+Leaf\n"
      "function 1 objects 24 bytes exclusive, 3 objects 72 bytes inclusive Program.Main(String[], Int32)\n"
      "function-reclaimed 1 objects 24 bytes generation 0 Program.Main(String[], Int32)\n"
      "known 2 objects\n"
      "entered 7 functions, at most 2 on one stack\n"
      "end\n");
  REQUIRE(report);
  REQUIRE(report->types.size() == 2);
  const TypeRow& leaf = report->types[0];
  CHECK(leaf.name == "Program+Leaf");
  CHECK(leaf.lifetimes.allocated == Count{.objects = 4, .bytes = 96});
  CHECK(leaf.lifetimes.reclaimed[0] == Count{.objects = 1, .bytes = 24});
  CHECK(leaf.lifetimes.reclaimed[2] == Count{.objects = 1, .bytes = 24});
  CHECK(leaf.lifetimes.alive == Count{.objects = 1, .bytes = 24});
  CHECK(report->types[1].lifetimes.alive == Count{.objects = 1, .bytes = 40});
  REQUIRE(report->functions.size() == 1);
  CHECK(report->functions[0].name == "Program.Main(String[], Int32)");
  CHECK(report->functions[0].exclusive.allocated == Count{.objects = 1, .bytes = 24});
  CHECK(report->functions[0].exclusive.reclaimed[0] == Count{.objects = 1, .bytes = 24});
  CHECK(report->functions[0].exclusive.alive == Count());
  CHECK(report->functions[0].inclusive == Count{.objects = 3, .bytes = 72});
}

TEST_CASE("read_profiler_report: a cut line is an error that shows it, and an empty report has no rows") {
  for (const char* const cut : {"allocated 3 objects 7", "allocated x objects 72 bytes T",
                                "reclaimed 1 objects 24 bytes generation T", "reclaimed 1 objects 24 bytes T",
                                "function 1 objects 24 bytes exclusive, 3 objects",
                                "function-reclaimed 1 objects 24 bytes generation", "sampled 7 objects",
                                "sampled 7 objects, one per 8"}) {
    const auto report = read_profiler_report(std::string("known 0 objects\n") + cut);
    REQUIRE_FALSE(report);
    CHECK(report.error() == "cannot read the line '" + std::string(cut) + "'");
  }
  REQUIRE(read_profiler_report("end\n"));
  CHECK(read_profiler_report("end\n")->types.empty());
}

TEST_CASE("read_profiler_report: says of which samples the numbers are estimates") {
  const auto report = read_profiler_report(
      "sampled 12 objects, one per 4096 bytes\nallocated 300 objects 7200 bytes Leaf\nend\n");
  REQUIRE(report);
  CHECK(report->interval == 4096);
  CHECK(read_profiler_report("allocated 300 objects 7200 bytes Leaf\nend\n")->interval == 0);
}

TEST_CASE("read_profiler_report: no beginning of a report passes for a whole one") {
  const std::string whole =
      "allocated 3 objects 72 bytes Leaf\nreclaimed 1 objects 24 bytes generation 0 Leaf\nknown 2 "
      "objects\nend\n";
  REQUIRE(read_profiler_report(whole));
  for (std::size_t length = 0; length + 1 < whole.size(); ++length)
    CHECK_FALSE(read_profiler_report(whole.substr(0, length)));
  CHECK_FALSE(read_profiler_report(whole + "allocated 3 objects 72 bytes Leaf\n"));
}

}  // namespace gcrucible::account
