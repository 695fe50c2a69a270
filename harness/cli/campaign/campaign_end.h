// The end of a campaign, whole or merged: summary, reports, exit status.
#pragma once

#include <string>
#include <vector>

#include "harness/cli/campaign/campaign_files.h"
#include "harness/report/campaign/report.h"
#include "harness/report/style.h"

namespace gcrucible::cli {

// Option of campaigns: a profiler that receives no notifications passes.
inline constexpr const char* kAllowUnchecked = "--allow-unchecked";

// `command`, for messages: "test" or "merge".
int end_campaign(const report::CampaignReport& report, const std::vector<ReportFile>& files,
                 const report::Style& style, bool quiet, const std::string& command);

}  // namespace gcrucible::cli
