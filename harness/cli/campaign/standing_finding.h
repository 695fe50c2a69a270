// A finding of an earlier campaign that still shows.
#pragma once

#include <string>

#include "harness/campaign/trial.h"
#include "harness/report/campaign/report.h"
#include "harness/report/run_report.h"

namespace gcrucible::cli {

// The finding in the form of the reports. `run`: the play of the scenario in `file`.
report::CampaignFault standing_finding(const campaign::Cause& cause, const std::string& file,
                                       const report::RunReport& run, const report::Style& style);

}  // namespace gcrucible::cli
