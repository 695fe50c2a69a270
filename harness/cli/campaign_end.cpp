#include "harness/cli/campaign_end.h"

#include <fmt/format.h>

#include "harness/cli/terminal.h"
#include "harness/report/run_report.h"
#include "harness/rules/other_finding.h"

namespace gcrucible::cli {
namespace {

using report::Result;

constexpr int kBadArguments = 2;

Result result_of(const report::CampaignFault& fault) {
  if (fault.died_now) return *fault.died_now;
  if (fault.rule == "hang") return Result::kHung;
  return rules::is_death(fault.rule) ? Result::kCrashed : Result::kBroken;
}

}  // namespace

int end_campaign(const report::CampaignReport& report, const std::vector<CampaignFile>& files,
                 const report::Style& style, bool quiet, const std::string& command) {
  if (!quiet) say(report::plain(style, "\n" + coverage_text(report, style)));
  say(report::plain(style, allowed_text(report, style)));
  if (report.refused != 0)
    say(report::field(style, "", 0, refused_text(report), report::Ink::kPlain, report::Ink::kWarning));
  if (report.unsteady != 0) {
    say(report::field(style, "", 0, unsteady_text(report), report::Ink::kPlain, report::Ink::kWarning));
  }
  if (const std::uint64_t before = report.still + report.mended + report.unjudged + report.untried;
      before != 0) {
    say(fmt::format("{} from before: {} still there, {} mended{}{}\n", report::counted(before, "finding"),
                    report.still, report.mended,
                    report.unjudged == 0 ? "" : fmt::format(", {} not judged", report.unjudged),
                    report.untried == 0 ? "" : fmt::format(", {} not tried again", report.untried)));
  }
  if (report.stopped) say(report::field(style, "", 0, stopped_text(report), report::Ink::kPlain));
  say(report::plain(style, (quiet ? "" : "\n") + campaign_line(report) + "\n"));
  const std::vector<std::string> problems = write_campaign_files(files, report);
  for (const std::string& problem : problems) complain("gcrucible " + command + ": " + problem + "\n");

  Result worst = Result::kPass;
  for (const report::CampaignFault& fault : report.faults) worst = report::worse(worst, result_of(fault));
  // What was not played may have found something.
  if (worst == Result::kPass && (report.refused != 0 || !problems.empty())) return kBadArguments;
  return report::exit_status(worst);
}

}  // namespace gcrucible::cli
