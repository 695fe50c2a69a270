// Files that a command is about to write, looked at before it runs, so that none is lost that nobody meant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gcrucible::cli {

// A report that is to be written.
struct PlannedReport {
  std::string path;
  std::string_view kind;       // "JSON"
  std::string_view beginning;  // of every report of that kind, whoever wrote it and when
};

struct NamedFile {
  std::string what;  // "the scenario", "the trace"
  std::string path;
};

// Why a file named by --trace must not be written: something is there that is no trace of ours, or no file.
// What is wrong and what to do, without a line break at the end; empty if all is well, as for all below.
std::string check_traces(const std::vector<std::string>& traces);

// Why a report must not be written: it is one of the others, or another report, or something
// is there that is no earlier report of its kind. Paths are compared as the file system resolves them.
std::string check_reports(const std::vector<PlannedReport>& reports, const std::vector<NamedFile>& others);

}  // namespace gcrucible::cli
