// The report files of `gcrucible test` and `gcrucible merge`.
#pragma once

#include <string>
#include <vector>

#include "harness/cli/files/output_files.h"
#include "harness/report/campaign/report.h"

namespace gcrucible::cli {

struct CampaignFile {
  enum class Kind { kJson, kJunit, kHtml };
  Kind kind = Kind::kJson;
  std::string path;
};

// Reads "json=FILE", "junit=FILE" and "html=FILE". `others`: files that the command reads. Sets `error` for
// another form, and for a file that is named twice or is one of `others`. So does an existing file that is no
// campaign report.
std::vector<CampaignFile> read_campaign_files(const std::vector<std::string>& words,
                                              const std::vector<NamedFile>& others, std::string& error);

// Writes each file completely or not at all. Returns one message for each file that could not be written.
std::vector<std::string> write_campaign_files(const std::vector<CampaignFile>& files,
                                              const report::CampaignReport& report);

}  // namespace gcrucible::cli
