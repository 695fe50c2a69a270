// The files that --report names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/cli/files/output_files.h"
#include "harness/expected.h"
#include "harness/report/run_report.h"

namespace gcrucible::cli {

// --report github prints workflow commands, and writes no file.
inline constexpr std::string_view kGithubWord = "github";

// Absolute; empty if it has been removed.
std::string current_folder();

struct ReportFile {
  enum class Kind { kJson, kJunit, kSarif, kGithub };
  Kind kind = Kind::kJson;
  std::string path;  // empty for kGithub, which is printed
};

// Reads "json=FILE", "junit=FILE", "sarif=FILE" and "github". Fails for other words.
Expected<std::vector<ReportFile>> read_reports(const std::vector<std::string>& words);

// In the form for check_reports().
std::vector<PlannedReport> planned(const std::vector<ReportFile>& files);

// Prints what `kGithub` asks for. Writes each file completely or not at all. Returns one message for each
// file that could not be written.
std::vector<std::string> write_reports(const std::vector<ReportFile>& files,
                                       const std::vector<report::RunReport>& runs);

}  // namespace gcrucible::cli
