#include "harness/cli/campaign_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "harness/cli/surroundings.h"
#include "harness/cli/whole_file.h"
#include "harness/report/json_report.h"

namespace gcrucible::cli {
namespace {

namespace fs = std::filesystem;
using Kind = CampaignFile::Kind;

struct Format {
  std::string_view word;
  Kind kind;
  std::string_view beginning;  // of every file of the kind, whoever wrote it and when
};
constexpr std::array<Format, 3> kFormats{{
    {"json", Kind::kJson, report::kCampaignBeginning},
    {"junit", Kind::kJunit, report::kJunitBeginning},
    {"html", Kind::kHtml, report::kCampaignPageBeginning},
}};

const Format& format_of(Kind kind) {
  return *std::ranges::find(kFormats, kind, &Format::kind);
}

// Whether nobody loses anything by a file of that kind there.
bool may_be_written(const CampaignFile& file) {
  std::error_code code;
  if (!fs::exists(file.path, code)) return true;
  if (!fs::is_regular_file(file.path, code)) return !fs::is_directory(file.path, code);
  if (fs::file_size(file.path, code) == 0) return true;
  const std::string_view beginning = format_of(file.kind).beginning;
  std::string found(beginning.size(), '\0');
  std::ifstream in(file.path, std::ios::binary);
  in.read(found.data(), static_cast<std::streamsize>(found.size()));
  return found == beginning;
}

}  // namespace

std::vector<CampaignFile> read_campaign_files(const std::vector<std::string>& words, std::string& error) {
  std::vector<CampaignFile> files;
  for (const std::string& word : words) {
    const std::size_t equals = word.find('=');
    const auto format = std::ranges::find(kFormats, std::string_view(word).substr(0, equals), &Format::word);
    if (equals == std::string::npos || equals + 1 == word.size() || format == kFormats.end()) {
      error = fmt::format("--report takes json=FILE, junit=FILE and html=FILE, not '{}'", word);
      return {};
    }
    CampaignFile file{.kind = format->kind, .path = word.substr(equals + 1)};
    if (error = missing_folder("--report", file.path); !error.empty()) return {};
    const fs::path path = fs::weakly_canonical(file.path);
    const auto same = [&](const CampaignFile& other) { return fs::weakly_canonical(other.path) == path; };
    if (fs::is_regular_file(path) || !fs::exists(path)) {
      if (std::ranges::any_of(files, same)) {
        error = fmt::format("two reports name {}; give each a file of its own", file.path);
        return {};
      }
    }
    if (!may_be_written(file)) {
      error = fmt::format("'{}' is no earlier {} report of gcrucible test; name another file, or remove it",
                          file.path, format->word);
      return {};
    }
    files.push_back(std::move(file));
  }
  return files;
}

std::vector<std::string> write_campaign_files(const std::vector<CampaignFile>& files,
                                              const report::CampaignReport& report) {
  std::vector<std::string> problems;
  for (const CampaignFile& file : files) {
    const std::string text = file.kind == Kind::kJson    ? report::campaign_json(report)
                             : file.kind == Kind::kJunit ? report::campaign_junit(report)
                                                         : report::campaign_html(report);
    if (std::string problem = write_whole_file(file.path, text); !problem.empty())
      problems.push_back(std::move(problem));
  }
  return problems;
}

}  // namespace gcrucible::cli
