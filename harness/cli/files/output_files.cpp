#include "harness/cli/files/output_files.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "harness/cli/files/trace_file.h"
#include "harness/cli/files/whole_file.h"

namespace gcrucible::cli {
namespace {

namespace fs = std::filesystem;

// Two names of one file give the same result, even if the file does not exist yet.
std::string resolved(const std::string& path) {
  std::error_code code;
  const fs::path whole = fs::absolute(path, code);
  const fs::path canonical = fs::weakly_canonical(whole, code);
  return (code ? whole.lexically_normal() : canonical).string();
}

// Users expect "-" to mean standard output, but a file named "-" would be created.
Expected<void> no_dash(const char* option, const std::string& path) {
  if (path != "-") return {};
  return failure(fmt::format("{} writes a file, not standard output. For a file named -, write ./-", option));
}

bool is_earlier_report(const PlannedReport& report) {
  std::ifstream in(report.path, std::ios::binary);
  std::string start(report.beginning.size(), '\0');
  in.read(start.data(), static_cast<std::streamsize>(start.size()));
  return start == report.beginning;
}

}  // namespace

Expected<void> check_traces(const std::vector<std::string>& traces) {
  for (const std::string& trace : traces) {
    if (auto file = no_dash("--trace", trace); !file) return file;
    std::error_code code;
    const fs::file_status there = fs::status(trace, code);
    // The verdict reads the trace again; a device or a pipe does not allow that.
    if (fs::exists(there) && !fs::is_regular_file(there))
      return failure(fmt::format("--trace must name a file, and '{}' is not a file", trace));
    if (const auto lossless = check_overwriting(trace); !lossless)
      return failure("--trace: " + lossless.error() + "; name another file, or remove that one first");
  }
  return {};
}

Expected<void> check_reports(const std::vector<PlannedReport>& reports,
                             const std::vector<NamedFile>& others) {
  if (reports.empty()) return {};
  std::map<std::string, std::string> taken;
  for (const NamedFile& each : others) {
    if (!each.path.empty()) taken.emplace(resolved(each.path), each.what);
  }
  for (const PlannedReport& report : reports) {
    if (auto file = no_dash("--report", report.path); !file) return file;
    const auto [place, first] = taken.emplace(resolved(report.path), "another report");
    if (!first) {
      return failure(fmt::format("--report: '{}' is {} of the same run; name another file for the report",
                                 report.path, place->second));
    }
    std::error_code code;
    const fs::file_status there = fs::status(report.path, code);
    if (fs::is_directory(there))
      return failure(fmt::format("--report must name a file, and '{}' is a folder", report.path));
    // Writing to a device or a pipe overwrites nothing.
    if (fs::exists(there) && !fs::is_regular_file(there)) continue;
    if (const auto writable = check_writable(report.path); !writable)
      return failure(fmt::format("--report: {}; name another file", writable.error()));
    if (!fs::exists(there) || fs::file_size(report.path, code) == 0 || is_earlier_report(report)) continue;
    return failure(fmt::format(
        "--report: '{}' exists and is not an earlier {} report of gcrucible; name another file, or remove it "
        "first",
        report.path, report.kind));
  }
  return {};
}

}  // namespace gcrucible::cli
