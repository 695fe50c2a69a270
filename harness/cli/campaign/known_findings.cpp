#include "harness/cli/campaign/known_findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "harness/cli/campaign/findings_folder.h"
#include "harness/cli/campaign/fresh_finding.h"
#include "harness/cli/campaign/shown_causes.h"
#include "harness/cli/campaign/shown_finding.h"
#include "harness/cli/campaign/standing_finding.h"
#include "harness/cli/commands/run/run_scenario.h"
#include "harness/cli/files/whole_file.h"
#include "harness/platform/files/executable_path.h"
#include "harness/report/text/death_text.h"
#include "harness/rules/catalogue/rule.h"
#include "harness/rules/judge/other_finding.h"
#include "harness/scenario/expect/observation.h"

namespace gcrucible::cli {
namespace {

namespace fs = std::filesystem;
// Number of plays before a finding counts as mended or flaky. A finding that depends on threads or chance
// shows in some plays only.
constexpr int kPlays = 3;

std::string stem_of(const campaign::Cause& cause) {
  std::string stem = cause.rule;
  std::ranges::replace(stem, '/', '-');
  return stem;
}

RunOptions options_of(const campaign::Plan& plan, const ProfilerChoice& profiler,
                      const std::vector<std::string>& environment, bool quiet) {
  RunOptions options;
  options.profiler = profiler.is_own_recorder ? "" : plan.subject.library;
  options.clsid = profiler.is_own_recorder ? "" : plan.subject.clsid;
  options.environment = environment;
  options.selection = plan.subject.selection;
  options.strict = plan.subject.strict;
  options.quiet = quiet;
  options.timeout_seconds = static_cast<double>(plan.subject.run.timeout.count()) / 1000;
  return options;
}

}  // namespace

KnownFindings::KnownFindings(std::string folder, const campaign::Plan& plan, const ProfilerChoice& profiler,
                             std::vector<std::string> environment, const report::Style& style, bool quiet,
                             bool forgets)
    : folder_(std::move(folder)),
      plan_(&plan),
      profiler_(&profiler),
      environment_(std::move(environment)),
      style_(&style),
      quiet_(quiet),
      forgets_(forgets) {}

FindingHead KnownFindings::head_of(const std::string& title) const {
  return {.title = title, .clsid = plan_->subject.clsid, .environment = environment_of(environment_)};
}

Expected<void> KnownFindings::check() const {
  // Nobody has named the usual folder.
  const bool usual = folder_ == kUsualFindings;
  const Expected<void> usable = check_folder(
      folder_,
      usual ? "work in a folder that you may write, or name a folder with --findings FOLDER" : std::string());
  if (usable) return {};
  return failure((usual ? "findings cannot be saved in the current folder: " : "--findings: ") +
                 usable.error());
}

void KnownFindings::try_known(campaign::Watcher& watcher) {
  for (const std::string& file : known_files(folder_)) {
    const FindingHead head = read_head(file);
    if (!head.unreadable.empty()) {
      ++unjudged_;
      report_left(file, "it cannot be read: " + head.unreadable);
    } else if (watcher.wants_stop()) {
      if (!head.title.empty()) ++untried_;
    } else if (head.title.empty()) {
      report_left(file, "it does not begin as findings of gcrucible test do");
    } else {
      try_known(file, head, watcher);
    }
  }
}

std::string KnownFindings::why_not_judged(const FindingHead& head) const {
  const FindingHead own = head_of(head.title);
  const rules::Rule* const rule = rules::find_rule(cause_of(head.title).rule);
  if (!head.is_of_same_profiler(own)) return "it was found in another profiler, " + head.clsid;
  if (head.has_other_environment(own)) {
    std::string with;
    for (const std::string& each : head.environment) with += " --env " + each;
    return with.empty() ? "it was found without --env" : "it was found with" + with;
  }
  if (head.ends_parent)
    return "its profiler ended or stopped the process that had started it, which would be this process";
  if (head.only_in_process)
    return "it showed only in a process that had run other cases before, as the same campaign with "
           "--in-process makes one";
  if (rule != nullptr && !plan_->subject.selection.has(rule->id))
    return fmt::format("--only or --skip leaves {} out", rule->id);
  if (rule != nullptr && rule->kind == rules::RuleKind::kAdvice && !plan_->subject.strict)
    return fmt::format("{} is advice, which counts with --strict only", rule->id);
  return {};
}

void KnownFindings::try_known(const std::string& file, const FindingHead& head, campaign::Watcher& watcher) {
  if (!quiet_)
    say("  trying an earlier finding: " + shown_path(*style_, platform::absolute_path(file)) + " (" +
        head.title + ")\n");
  Replayed replayed;
  replayed.why_not_judged = why_not_judged(head);
  const bool playable = replayed.why_not_judged.empty();
  for (int play = 0; play < kPlays && !replayed.shows && replayed.why_not_judged.empty(); ++play) {
    replayed = replay(file, cause_of(head.title));
    if (replayed.shows || !watcher.wants_stop()) continue;
    ++untried_;
    if (!replayed.report.standing.empty())
      stood_still_ = fmt::format("{} had not ended: {}", file, replayed.report.standing);
    return;
  }
  if (!replayed.why_not_judged.empty()) {
    ++unjudged_;
    if (playable) unplayable_.push_back(file);
    report_left(file, replayed.why_not_judged);
  } else if (!replayed.shows) {
    put_aside(file, head.flaky);
  } else if (replayed.suppressed != nullptr) {
    ++suppressed_[replayed.suppressed];
  } else {
    ++still_;
    report::CampaignFault made = standing_finding(cause_of(head.title), file, replayed.report, *style_);
    const auto same = std::ranges::find_if(
        standing_, [&](const report::CampaignFault& each) { return each.title() == head.title; });
    if (same == standing_.end()) {
      standing_.push_back(std::move(made));
    } else {
      ++same->times;
      same->died_now = std::max(same->died_now, made.died_now);
    }
  }
}

std::vector<report::CampaignFault> KnownFindings::standing_without(
    const std::vector<report::CampaignFault>& found) const {
  std::vector<report::CampaignFault> others;
  for (const report::CampaignFault& each : standing_) {
    const auto reports_it = [&](const report::CampaignFault& other) {
      return other.title() == each.title() ||
             std::ranges::find(other.joined, each.title()) != other.joined.end();
    };
    if (std::ranges::any_of(found, reports_it)) continue;
    say("\n" + report::plain(*style_, report::fault_text(each, *style_)));
    others.push_back(each);
  }
  return others;
}

void KnownFindings::report_left(const std::string& file, const std::string& why) const {
  say(report::field(*style_, "", 2, fmt::format("{} is not judged and stays where it is: {}", file, why)));
}

void KnownFindings::put_aside(const std::string& file, bool flaky) {
  // A flaky finding may be there still.
  const std::string_view word = flaky ? "flaky" : "mended";
  const std::string folder = (fs::path(folder_) / word).string();
  const Expected<void> moved = move_into(file, folder);
  ++(!moved ? unjudged_ : flaky ? flaky_ : mended_);
  const std::string_view before = flaky ? ", as some plays did not when it was found," : "";
  say(report::field(
      *style_, "", 2,
      moved
          ? fmt::format("{} did not show in three plays{} and is in {} now", file, before, folder)
          : fmt::format("{} did not show in three plays, cannot be moved to {} and is not counted as {}: {}",
                        file, folder, word, moved.error())));
}

KnownFindings::Replayed KnownFindings::replay(const std::string& file, const campaign::Cause& cause) {
  Replayed made;
  report::RunReport& report = made.report;
  const RunOptions options = options_of(*plan_, *profiler_, environment_, true);
  report = run_scenario(options, file, {}, *style_);
  if (forgets_) hide_place(file, options, report);
  if (plan_->subject.strict) report.count_advice();
  // Without the attach there is nothing left that could show the finding.
  if (report.has_no_verdict() && !report.attach_refused) {
    made.why_not_judged = "it could not be played: " + report.message.substr(0, report.message.find('\n'));
    return made;
  }
  made.shows = !report.attach_refused && shows(report, cause);
  if (made.shows) {
    made.suppressed = all_suppressed(plan_->suppressions, causes_of(report, cause, plan_->subject.strict));
  }
  return made;
}

std::string KnownFindings::file_of(const std::string& title) const {
  const FindingHead own = head_of(title);
  for (const std::string& file : known_files(folder_)) {
    const FindingHead head = read_head(file);
    if (head.title == title && head.is_of_same_profiler(own) && !head.has_other_environment(own) &&
        std::ranges::find(unplayable_, file) == unplayable_.end())
      return file;
  }
  return {};
}

std::string KnownFindings::file_for(const campaign::Cause& cause) const {
  std::string file = file_of(campaign::text_of(cause));
  return file.empty() ? claim_name(folder_, stem_of(cause)) : file;
}

Expected<std::string> KnownFindings::written_of(const campaign::Fault& fault, Marks marks) const {
  FindingHead head = head_of(campaign::text_of(fault.cause));
  head.ends_parent = fault.trouble.ends_parent;
  head.only_in_process = fault.trouble.only_in_process;
  head.as_found = marks.as_found;
  head.flaky = marks.flaky;
  const std::string& runtime = plan_->envelope.runtime.name;
  scenario::ScenarioHead written;
  written.names_all_objects = true;
  written.title = sentence_of(fault.cause);
  written.comments = comments_of(
      head, !fault.origin.empty() ? fault.origin
            : fault.before_cases
                ? fmt::format("By the attach that is tried first, runtime {}", runtime)
                : fmt::format("Case {} of seed {}, runtime {}", fault.number, plan_->seed, runtime));
  if (fault.cause.rule == rules::kPresentation) {
    if (auto observation = scenario::read_observation(fault.cause.detail))
      written.observation = std::move(*observation);
  }
  return scenario::write(fault.program, written);
}

void KnownFindings::keep_found(const campaign::Fault& fault) {
  const std::string title = campaign::text_of(fault.cause);
  if (forgets_ || !file_of(title).empty()) return;
  const Expected<std::string> written = written_of(fault, {.as_found = true});
  if (!written) return;
  std::error_code code;
  fs::create_directories(folder_, code);
  const std::string file = claim_name(folder_, stem_of(fault.cause));
  // keep() reports the error at the end of the campaign.
  if (file.empty()) return;
  if (write_whole_file(file, *written)) {
    found_[title] = file;
  } else {
    fs::remove(file, code);
  }
}

void KnownFindings::forget_found() {
  std::error_code code;
  for (const auto& [title, file] : found_) {
    if (read_head(file).as_found) fs::remove(file, code);
  }
  found_.clear();
}

bool KnownFindings::may_be_smaller(const std::string& file, const std::string& scenario) const {
  const FindingHead head = read_head(file);
  return !head.title.empty() && !head.as_found && !head.ends_parent && !head.only_in_process &&
         lines_of(text_of_file(file)) <= lines_of(scenario);
}

KnownFindings::Kept KnownFindings::keep_file(const campaign::Fault& fault, std::string scenario) {
  Kept kept{.scenario = std::move(scenario)};
  std::error_code code;
  fs::create_directories(folder_, code);
  const std::string file = file_for(fault.cause);
  std::string before = text_of_file(file);
  if (before != kept.scenario && may_be_smaller(file, kept.scenario))
    kept.replayed = replay(file, fault.cause);
  kept.stays = kept.replayed.shows;
  if (kept.stays) {
    kept.scenario = std::move(before);
  } else if (file.empty()) {
    const auto name = (fs::path(folder_) / (stem_of(fault.cause) + ".yaml")).string();
    if (auto written = write_whole_file(name, kept.scenario); !written)
      kept.problem = std::move(written.error());
  } else {
    if (auto written = write_whole_file(file, kept.scenario); !written)
      kept.problem = std::move(written.error());
    if (!kept.problem.empty() && fs::is_empty(file, code)) {
      // Only the reserved name exists; remove it.
      fs::remove(file, code);
    } else if (!kept.problem.empty() && found_.erase(campaign::text_of(fault.cause)) != 0) {
      kept.problem += "; " + file + " keeps it as it was found";
    }
  }
  if (kept.problem.empty()) kept.file = platform::absolute_path(file);
  return kept;
}

void KnownFindings::replay_kept(const campaign::Fault& fault, Kept& kept) {
  if (kept.stays) return;
  if (fault.trouble.ends_parent) {
    kept.replayed.why_not_judged = "it would end or stop this process";
  } else if (fault.trouble.only_in_process) {
    kept.replayed.why_not_judged = "it does not show in a process of its own";
  } else if (!kept.file.empty()) {
    kept.replayed = replay(kept.file, fault.cause);
  }
}

report::CampaignFault KnownFindings::keep(const campaign::Fault& fault) {
  report::CampaignFault made = fresh_finding(fault);
  Expected<std::string> written = written_of(fault, {.flaky = fault.flaky || made.at_times});
  Kept kept;
  if (written) {
    kept = keep_file(fault, std::move(*written));
    made.scenario = std::move(kept.scenario);
  } else {
    kept.problem = "it cannot be written as a scenario: " + written.error();
  }
  replay_kept(fault, kept);
  // The replay knows the names and lines of the scenario.
  if (kept.replayed.shows) describe(fault.cause, kept.replayed.report, *style_, made);
  made.replay = kept.replayed.report.replay;
  if (!forgets_) made.file = kept.file;
  const bool does_not_show =
      !kept.file.empty() && !kept.replayed.shows && kept.replayed.why_not_judged.empty() && !fault.flaky;
  say_kept(fault, kept, made);
  if (does_not_show) {
    made.flaky = !made.at_times;
    mark_flaky(fault, kept);
    say(report::field(
        *style_, "", 2,
        "The scenario did not show it when played again: the profiler does not behave the same each time."));
  }
  return made;
}

void KnownFindings::mark_flaky(const campaign::Fault& fault, const Kept& kept) const {
  // Without the mark, the next campaign counts it as mended. It is a comment, so an error changes little.
  if (auto marked = written_of(fault, {.flaky = true}))
    static_cast<void>(write_whole_file(kept.file, *marked));
}

void KnownFindings::say_kept(const campaign::Fault& fault, const Kept& kept,
                             const report::CampaignFault& made) const {
  say("\n" + report::plain(*style_, report::fault_text(made, *style_)));
  if (!kept.problem.empty())
    say(report::field(*style_, "", 2, kept.problem, report::Ink::kPlain, report::Ink::kWarning));
  // A sanitizer's report may be the only description of the fault.
  const report::RunReport& run = kept.replayed.report;
  if (kept.replayed.shows) {
    say(report::plain(*style_, report::captured(*style_, "the profiler printed to stderr", run.error_output) +
                                   report::last_moments_text(run, *style_)));
  } else {
    say(report::plain(*style_, report::captured(*style_, "the profiler had printed to stderr",
                                                fault.trouble.error_output)));
  }
  if (kept.stays && !quiet_)
    say(report::field(*style_, "", 2,
                      "An earlier campaign left a scenario that is as small and shows it; that one stays."));
  // A scenario that could not be written to a file must be printed, or it is lost.
  if ((!quiet_ || made.file.empty()) && !made.scenario.empty())
    say("\n" + report::plain(*style_, made.scenario));
}

}  // namespace gcrucible::cli
