// Checks output files before a command runs, so that it does not overwrite other files by mistake.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/expected.h"

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

// Fails if a file named by --trace must not be written: it exists and is no trace, or is no regular file. The
// error is the problem and the remedy, without a line break at the end. So it is in the functions below.
Expected<void> check_traces(const std::vector<std::string>& traces);

// Fails if a report must not be written. It is one of `others`, or named twice, or an existing file is no
// earlier report of its kind. Paths are compared as the file system resolves them.
Expected<void> check_reports(const std::vector<PlannedReport>& reports, const std::vector<NamedFile>& others);

}  // namespace gcrucible::cli
