// The accounts of runs as files for other programs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/report/run_report.h"

namespace gcrucible::report {

// The beginnings of the files, by which an earlier account is recognized.
inline constexpr std::string_view kAccountJsonBeginning = "{\"gcrucible_account\":";
inline constexpr std::string_view kAccountCsvBeginning = "scenario,type,";

// One object for each run. `account` is null for a run without one.
std::string account_json(const std::vector<RunReport>& runs);

// One row for each type and each function of each run, as in RFC 4180. `allocated` of a function is what it
// allocated itself.
std::string account_csv(const std::vector<RunReport>& runs);

}  // namespace gcrucible::report
