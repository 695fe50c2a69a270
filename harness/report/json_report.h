// Runs as JSON and as JUnit XML, for other programs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/report/run_report.h"

namespace gcrucible::report {

// What every report of either kind begins with, whoever wrote it and when.
inline constexpr std::string_view kJsonBeginning = "{\n  \"gcrucible_report\": ";
inline constexpr std::string_view kJunitBeginning =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"gcrucible ";

// All fields are always there. Addresses are strings "0x…".
std::string json_report(const std::vector<RunReport>& runs);

// One test case a scenario or trace: a broken rule or expectation is a failure, a death or bad input an
// error, and a pass of which nothing was checked is skipped.
std::string junit_report(const std::vector<RunReport>& runs);

}  // namespace gcrucible::report
