// Runs as JSON and as JUnit XML, for other programs.
#pragma once

#include <string>
#include <vector>

#include "harness/report/run_report.h"

namespace gcrucible::report {

// All fields are always there. Addresses are strings "0x…".
std::string json_report(const std::vector<RunReport>& runs);

// One test case a scenario: a broken rule or expectation is a failure, a death or bad input an error.
std::string junit_report(const std::vector<RunReport>& runs);

}  // namespace gcrucible::report
