// The report files of `gcrucible test` and `gcrucible merge`.
#pragma once

#include <string>
#include <vector>

#include "harness/cli/files/report_word.h"
#include "harness/expected.h"
#include "harness/report/campaign/report.h"

namespace gcrucible::cli {

// Reads the words of --report. `others`: files that the command reads. Fails for words of another form, and
// for a file that is named twice or is one of `others`. So it does for an existing file that is no campaign
// report.
Expected<std::vector<ReportFile>> read_campaign_files(const std::vector<std::string>& words,
                                                      const std::vector<NamedFile>& others);

// Prints or writes the reports. Returns one message for each file that could not be written.
std::vector<std::string> write_campaign_files(const std::vector<ReportFile>& files,
                                              const report::CampaignReport& report);

}  // namespace gcrucible::cli
