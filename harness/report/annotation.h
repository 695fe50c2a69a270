// Findings at places of files, for CI servers and code scanning.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/report/campaign/report.h"
#include "harness/report/run_report.h"

namespace gcrucible::report {

struct Annotation {
  enum class Level : std::uint8_t { kWarning, kError };
  Level level = Level::kError;
  std::string rule = {};     // id of a rule, a word of rules/other_finding.h, or the name of a result
  std::string file = {};     // absolute path, or "<stdin>"; empty without a file
  std::uint64_t line = 0;    // from 1; 0: of the whole file
  std::uint64_t column = 0;  // from 1; 0: of the whole line
  std::string message = {};
};

// What a failed run shows, and advice. None for a run that passed without advice, was stopped or not played.
std::vector<Annotation> annotations(const RunReport& run);
std::vector<Annotation> annotations(const CampaignReport& report);

// Workflow commands of GitHub Actions, one a line. Files in `folder` are named relative to it.
std::string github_commands(const std::vector<Annotation>& annotations, const std::string& folder);

// The beginning of every SARIF report, from every version of gcrucible.
inline constexpr std::string_view kSarifBeginning =
    "{\n  \"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\",\n  \"version\": \"2.1.0\",\n"
    "  \"runs\": [\n    {\n      \"tool\": {\n        \"driver\": {\n          \"name\": \"gcrucible\"";
// SARIF 2.1.0. Files in `folder` are named relative to it.
std::string sarif_report(const std::vector<Annotation>& annotations, const std::string& folder,
                         std::string_view version);

}  // namespace gcrucible::report
