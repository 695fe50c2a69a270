// The files that `gcrucible test` and `gcrucible merge` leave.
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

// "json=FILE", "junit=FILE" and "html=FILE". Where a word is none of them, two name one file or one of
// `others`, which the command reads, or something is there that no campaign has written, `error` says so.
std::vector<CampaignFile> read_campaign_files(const std::vector<std::string>& words,
                                              const std::vector<NamedFile>& others, std::string& error);

// Each whole or not at all. What went wrong with each that could not be written.
std::vector<std::string> write_campaign_files(const std::vector<CampaignFile>& files,
                                              const report::CampaignReport& report);

}  // namespace gcrucible::cli
