// The report files of `gcrucible test` and `gcrucible merge`.
#pragma once

#include <string>
#include <vector>

#include "harness/cli/files/output_files.h"
#include "harness/expected.h"
#include "harness/report/campaign/report.h"

namespace gcrucible::cli {

struct CampaignFile {
  enum class Kind { kJson, kJunit, kHtml, kSarif, kGithub };
  Kind kind = Kind::kJson;
  std::string path;
};

// Reads "json=FILE", "junit=FILE", "html=FILE", "sarif=FILE" and "github". `others`: files that the command
// reads. Fails for another form, and for a file that is named twice or is one of `others`. So it does for an
// existing file that is no campaign report.
Expected<std::vector<CampaignFile>> read_campaign_files(const std::vector<std::string>& words,
                                                        const std::vector<NamedFile>& others);

// Prints what `kGithub` asks for. Writes each file completely or not at all. Returns one message for each
// file that could not be written.
std::vector<std::string> write_campaign_files(const std::vector<CampaignFile>& files,
                                              const report::CampaignReport& report);

}  // namespace gcrucible::cli
