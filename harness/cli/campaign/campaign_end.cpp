#include "harness/cli/campaign/campaign_end.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "harness/abi/tables/callback_rows.h"
#include "harness/cli/commands/refusal.h"
#include "harness/cli/text/terminal.h"
#include "harness/report/run_report.h"
#include "harness/rules/judge/other_finding.h"

namespace gcrucible::cli {
namespace {

using report::Result;

Result result_of(const report::CampaignFault& fault) {
  if (fault.died_now) return *fault.died_now;
  if (fault.rule == "hang") return Result::kHung;
  return rules::is_death(fault.rule) ? Result::kCrashed : Result::kBroken;
}

// Callbacks that no flag of the event mask enables are about the profiler's own life. They do not count as
// notifications.
bool needs_a_flag(const std::string& callback) {
  const auto method = abi::find_callback_or_hook(callback);
  if (!method) return true;
  const abi::CallbackRow& row = abi::callback_row(*method);
  return row.low != 0 || row.high != 0;
}

bool notified_of_nothing(const report::CampaignReport& report) {
  return report.cases != 0 && std::ranges::none_of(report.calls, [&](const auto& each) {
           return needs_a_flag(each.first) &&
                  std::ranges::any_of(each.second, [](std::uint64_t calls) { return calls != 0; });
         });
}

// About the findings of earlier campaigns.
std::string before_text(const report::CampaignReport& report) {
  const std::pair<std::uint64_t, const char*> others[] = {
      {report.flaky, "flaky"}, {report.unjudged, "not judged"}, {report.untried, "not tried again"}};
  std::uint64_t all = report.still + report.mended;
  std::string rest;
  for (const auto& [count, word] : others) {
    all += count;
    if (count != 0) rest += fmt::format(", {} {}", count, word);
  }
  if (all == 0) return {};
  return fmt::format("{} from earlier campaigns: {} still there, {} mended{}\n",
                     report::counted(all, "finding"), report.still, report.mended, rest);
}

}  // namespace

int end_campaign(const report::CampaignReport& report, const std::vector<ReportFile>& files,
                 const report::Style& style, bool quiet, const std::string& command) {
  if (!quiet) say(report::plain(style, "\n" + coverage_text(report, style)));
  say(report::plain(style, allowed_text(report, style)));
  if (report.refused != 0)
    say(report::field(style, "", 0, refused_text(report), report::Ink::kPlain, report::Ink::kWarning));
  if (report.unsteady != 0) {
    say(report::field(style, "", 0, unsteady_text(report), report::Ink::kPlain, report::Ink::kWarning));
  }
  if (!quiet || report.probe.is_mute()) say(report::plain(style, answers_text(report)));
  say(before_text(report));
  // Other findings may follow from it.
  if (!report.slots.empty())
    say(report::field(style, "slots", 10, report::printable(report.slots), report::Ink::kPlain,
                      report::Ink::kWarning));
  if (report.stopped) say(report::field(style, "", 0, stopped_text(report), report::Ink::kPlain));
  say(report::plain(
      style, fmt::format("{}{}\n{}", quiet ? "" : "\n", campaign_line(report), faults_list(report, style))));
  const std::vector<std::string> problems = write_campaign_files(files, report);
  for (const std::string& problem : problems) complain("gcrucible " + command + ": " + problem + "\n");

  Result worst = Result::kPass;
  for (const report::CampaignFault& fault : report.faults) worst = report::worse(worst, result_of(fault));
  const bool of_nothing = notified_of_nothing(report);
  const bool unchecked = worst == Result::kPass && (of_nothing || report.probe.is_mute());
  const bool allowed = report.options.find(kAllowUnchecked) != std::string::npos;
  if (unchecked) {
    const std::string what =
        of_nothing
            ? "NOTHING WAS CHECKED: no case notified the profiler of anything but its own start and end; "
              "it sets no event mask, or fails before it does"
            : fmt::format("THE PROFILER'S TABLES WERE NOT CHECKED: {}", report.probe.why_mute());
    const std::string_view status = allowed ? "" : ". Exit status 2; --allow-unchecked makes that a pass";
    say(report::field(style, "", 0, fmt::format("{}{}.", what, status), report::Ink::kPlain,
                      report::Ink::kBad));
  }
  // Cases that were not played might have found something.
  if (worst == Result::kPass && (report.refused != 0 || !problems.empty())) return kBadArguments;
  if (unchecked && !allowed) return kBadArguments;
  return report::exit_status(worst);
}

}  // namespace gcrucible::cli
