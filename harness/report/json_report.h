// Runs as JSON and as JUnit XML, for other programs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/report/run_report.h"

namespace gcrucible::report {

// The beginning of every report of either kind, from every version of gcrucible.
inline constexpr std::string_view kJsonBeginning = "{\n  \"gcrucible_report\": ";
inline constexpr std::string_view kJunitBeginning =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"gcrucible ";

// The result of a run that did not pass, in one line.
std::string first_line_of(const RunReport& run);

// The format is docs/run-report.schema.json. All fields are always present. Addresses are strings "0x…".
std::string json_report(const std::vector<RunReport>& runs);

// One test case for each scenario or trace. A violated rule or expectation is a failure. A death or bad input
// is an error. A pass without any check is skipped.
std::string junit_report(const std::vector<RunReport>& runs, const std::string& folder = {});

}  // namespace gcrucible::report
