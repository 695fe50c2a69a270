// The words of --report, and the files that they name.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/cli/files/output_files.h"
#include "harness/expected.h"

namespace gcrucible::cli {

// The help of --report: the words that a command takes.
inline constexpr const char* kRunReports = "json=FILE, junit=FILE, sarif=FILE or github; may be repeated";
inline constexpr const char* kCampaignReports =
    "json=FILE, junit=FILE, html=FILE, sarif=FILE or github; may be repeated";

enum class ReportKind : std::uint8_t { kJson, kJunit, kHtml, kSarif, kGithub };

struct ReportFile {
  ReportKind kind = ReportKind::kJson;
  std::string path;  // empty for kGithub, which is printed
};

// A kind of file that a command writes.
struct ReportFormat {
  std::string_view word;
  ReportKind kind;
  std::string_view name;
  std::string_view beginning;  // of every report of this kind, from every version of gcrucible
};

// Absolute; empty if it has been removed.
std::string current_folder();

// Reads "WORD=FILE" for each of the formats, and "github". Fails for other words.
Expected<ReportFile> read_report(const std::string& word, std::span<const ReportFormat> formats);

// In the form for check_reports(), without reports that are printed.
std::vector<PlannedReport> planned(const std::vector<ReportFile>& files,
                                   std::span<const ReportFormat> formats);

// Prints a report of kGithub. Writes a file completely or not at all; the error names it.
Expected<void> put_report(const ReportFile& file, const std::string& text);

}  // namespace gcrucible::cli
