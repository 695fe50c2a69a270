// A finding that a campaign has just made, as its reports tell it.
#pragma once

#include <string>

#include "harness/campaign/campaign.h"
#include "harness/cli/options/run_options.h"
#include "harness/report/campaign/report.h"
#include "harness/report/run_report.h"

namespace gcrucible::cli {

// Without its scenario, and where that lies.
report::CampaignFault fresh_finding(const campaign::Fault& fault);

// Of a play of a scenario that is printed behind it, and lay in `file` only as long: that is told nowhere.
void hide_place(const std::string& file, const RunOptions& options, report::RunReport& run);

}  // namespace gcrucible::cli
