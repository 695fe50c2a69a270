// Checks output files before a command runs, so that it does not overwrite other files by mistake.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gcrucible::cli {

// A report that the command will write.
struct PlannedReport {
  std::string path;
  std::string_view kind;       // "JSON"
  std::string_view beginning;  // of every report of this kind, from every version of gcrucible
};

struct NamedFile {
  std::string what;  // "the scenario", "the trace"
  std::string path;
};

// Why a file named by --trace must not be written: it exists and is no trace, or is no regular file. Returns
// the problem and the remedy, without a line break at the end; empty if there is no problem. So do the
// functions below.
std::string check_traces(const std::vector<std::string>& traces);

// Why a report must not be written. It is one of `others`, or named twice, or an existing file is no earlier
// report of its kind. Paths are compared as the file system resolves them.
std::string check_reports(const std::vector<PlannedReport>& reports, const std::vector<NamedFile>& others);

}  // namespace gcrucible::cli
