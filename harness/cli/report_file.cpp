#include "harness/cli/report_file.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "harness/platform/temporary_file.h"
#include "harness/report/json_report.h"

namespace gcrucible::cli {
namespace {

// Where a link leads: it is to stay one, /dev/stdout above all.
std::string behind_links(const std::string& path) {
  std::error_code code;
  if (!std::filesystem::is_symlink(path, code)) return path;
  const std::filesystem::path target = std::filesystem::canonical(path, code);
  return code ? path : target.string();
}

// Returns what went wrong, empty if nothing.
std::string write_file(const std::string& name, const std::string& text) {
  const std::string path = behind_links(name);
  platform::TemporaryFile::Made made = platform::TemporaryFile::beside(path);
  if (!made.file) return made.error;
  {
    std::ofstream out(made.file->path(), std::ios::binary);
    out << text;
    out.close();
    if (!out) return path + ": cannot be written";
  }
  return made.file->keep_as(path);
}

}  // namespace

std::vector<ReportFile> read_reports(const std::vector<std::string>& words, std::string& error) {
  std::vector<ReportFile> files;
  for (const std::string& word : words) {
    const std::size_t equals = word.find('=');
    const std::string kind = word.substr(0, equals);
    if (equals == std::string::npos || equals + 1 == word.size() || (kind != "json" && kind != "junit")) {
      error = fmt::format("--report takes json=FILE and junit=FILE, not '{}'", word);
      return {};
    }
    files.push_back(
        {kind == "json" ? ReportFile::Kind::kJson : ReportFile::Kind::kJunit, word.substr(equals + 1)});
  }
  return files;
}

std::vector<std::string> write_reports(const std::vector<ReportFile>& files,
                                       const std::vector<report::RunReport>& runs) {
  std::vector<std::string> problems;
  for (const ReportFile& file : files) {
    const bool json = file.kind == ReportFile::Kind::kJson;
    const std::string problem =
        write_file(file.path, json ? report::json_report(runs) : report::junit_report(runs));
    if (!problem.empty())
      problems.push_back(
          fmt::format("cannot write the report {}: {}; name another file with --report", file.path, problem));
  }
  return problems;
}

}  // namespace gcrucible::cli
