#include "harness/cli/commands/merge_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "harness/cli/campaign/campaign_end.h"
#include "harness/cli/campaign/campaign_files.h"
#include "harness/cli/commands/refusal.h"
#include "harness/cli/files/other_file.h"
#include "harness/report/campaign/report.h"
#include "harness/yaml/parse.h"

namespace gcrucible::cli {
namespace {

// "2 of 8 parts are missing: 3/8, 5/8"; empty if none is.
std::string missing_parts(const report::CampaignReport& whole) {
  if (whole.shards.empty()) return {};
  const std::string total = whole.shards[0].substr(whole.shards[0].find('/'));
  std::uint32_t count = 0;
  std::from_chars(total.data() + 1, total.data() + total.size(), count);
  std::vector<std::string> missing;  // the first ones
  std::uint32_t gone = 0;
  for (std::uint32_t i = 1; i <= count; ++i) {
    const std::string name = std::to_string(i) + total;
    if (std::ranges::find(whole.shards, name) != whole.shards.end()) continue;
    ++gone;
    if (gone <= 8) missing.push_back(name);
  }
  if (gone == 0) return {};
  return fmt::format("{} of {} parts {} missing: {}{}", gone, count, gone == 1 ? "is" : "are",
                     fmt::join(missing, ", "), gone > 8 ? ", …" : "");
}

}  // namespace

int merge_command(const MergeArguments& arguments) {
  std::vector<NamedFile> given;
  for (const std::string& path : arguments.parts) given.push_back({.what = "one of the parts", .path = path});
  const auto files = read_campaign_files(arguments.reports, given);
  if (!files) return refuse("merge", files.error());
  std::vector<report::CampaignReport> parts;
  for (const std::string& path : arguments.parts) {
    const Expected<std::string> text = yaml::read_file(path);
    if (!text)
      return refuse("merge", path + " cannot be read: " + text.error() +
                                 "; give a file written by gcrucible test --report json=FILE");
    auto part = report::read_campaign(*text);
    if (!part) {
      const std::string other = other_file(path, yaml::KnownFile::kResult);
      return refuse("merge", other.empty() ? path + ": " + part.error() : other);
    }
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (const auto joins = report::check_join(parts[i], *part); !joins)
        return refuse("merge", fmt::format("{} and {}: {}", arguments.parts[i], path, joins.error()));
    }
    parts.push_back(std::move(*part));
  }
  const report::CampaignReport whole = report::join(std::move(parts));
  report::Style style = style_of_output(arguments.color);
  style.verbose = arguments.verbose;
  for (const report::CampaignFault& fault : whole.faults) {
    say(report::plain(style, report::fault_text(fault, style)));
    if (!arguments.quiet && !fault.scenario.empty()) say(report::plain(style, "\n" + fault.scenario + "\n"));
  }
  const std::string missing = missing_parts(whole);
  if (!missing.empty()) say(report::field(style, "", 0, missing, report::Ink::kPlain, report::Ink::kWarning));
  const int status = end_campaign(whole, *files, style, arguments.quiet, "merge");
  if (missing.empty() || arguments.partial || status != 0) return status;
  return refuse("merge",
                missing + ", which may contain findings; give them too, or add --partial to accept that");
}

}  // namespace gcrucible::cli
