// A new finding of this campaign, in the form of its reports.
#pragma once

#include <string>

#include "harness/campaign/campaign.h"
#include "harness/cli/options/run_options.h"
#include "harness/report/campaign/report.h"
#include "harness/report/run_report.h"

namespace gcrucible::cli {

// Leaves the scenario and its file name empty.
report::CampaignFault fresh_finding(const campaign::Fault& fault);

// Removes the path of a temporary scenario file from the report of its run. The scenario itself is printed.
void hide_place(const std::string& file, const RunOptions& options, report::RunReport& run);

}  // namespace gcrucible::cli
