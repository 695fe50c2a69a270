#include "harness/cli/remembered.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <vector>

#include "harness/cli/run_scenario.h"
#include "harness/cli/whole_file.h"
#include "harness/platform/executable_path.h"
#include "harness/platform/temporary_file.h"
#include "harness/report/death_text.h"
#include "harness/report/names.h"
#include "harness/report/verdict_text.h"
#include "harness/rules/rule.h"
#include "harness/scenario/scenario_writer.h"

namespace gcrucible::cli {
namespace {

namespace fs = std::filesystem;
using report::Result;

constexpr std::string_view kMark = "# Found by gcrucible test: ";
constexpr std::string_view kEndsParent =
    "# Its profiler ends the process that has started it, which is gcrucible itself under `gcrucible run`";

// "object-ids/stale (GetObjectSize2)" of a file that a campaign has written; empty of any other.
std::string cause_in(const std::string& file) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line) && line.starts_with('#');) {
    if (line.starts_with(kMark)) return line.substr(kMark.size());
  }
  return {};
}

bool ends_parent(const std::string& file) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line) && line.starts_with('#');) {
    if (line == kEndsParent) return true;
  }
  return false;
}

// Of text_of().
campaign::Cause cause_of(const std::string& title) {
  const std::size_t behind = title.find(" (");
  if (behind == std::string::npos || !title.ends_with(')')) return {.rule = title, .detail = {}};
  return {.rule = title.substr(0, behind), .detail = title.substr(behind + 2, title.size() - behind - 3)};
}

// What a run has shown. `known` stands for what is no rule's.
std::vector<campaign::Cause> causes_of(const report::RunReport& report, const campaign::Cause& known) {
  std::vector<campaign::Cause> causes;
  if (rules::find_rule(known.rule) == nullptr) causes.push_back(known);
  for (const rules::Verdict& verdict : report.verdicts) {
    if (verdict.standing == rules::Standing::kBroken && verdict.rule->kind != rules::RuleKind::kAdvice)
      causes.push_back({.rule = std::string(verdict.rule->id), .detail = verdict.findings.front().callback});
  }
  if (causes.empty()) causes.push_back(known);
  return causes;
}

// The suppression of the first, if each has one.
const campaign::Suppression* all_suppressed(const std::vector<campaign::Suppression>& list,
                                            const std::vector<campaign::Cause>& causes) {
  for (const campaign::Cause& each : causes) {
    if (campaign::suppressed(list, each) == nullptr) return nullptr;
  }
  return causes.empty() ? nullptr : campaign::suppressed(list, causes.front());
}

// Those that were not there, outermost first.
std::vector<fs::path> make_folders(const fs::path& folder, std::error_code& code) {
  std::vector<fs::path> made;
  for (fs::path each = fs::absolute(folder, code).lexically_normal(); !fs::exists(each, code);
       each = each.parent_path())
    made.insert(made.begin(), each);
  code.clear();
  fs::create_directories(folder, code);
  return made;
}

std::string stem_of(const campaign::Cause& cause) {
  std::string stem = cause.rule;
  std::ranges::replace(stem, '/', '-');
  return stem;
}

std::vector<std::string> known_files(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code code;
  for (const auto& entry : fs::directory_iterator(folder, code)) {
    if (entry.path().extension() == ".yaml" && entry.is_regular_file(code))
      files.push_back(entry.path().string());
  }
  std::ranges::sort(files);
  return files;
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

std::string sentence_of(const campaign::Cause& cause) {
  if (const rules::Rule* const rule = rules::find_rule(cause.rule)) return std::string(rule->statement);
  if (cause.rule == campaign::kRetold)
    return "What a profiler makes of a program does not depend on the way in which it is told.";
  if (cause.rule == campaign::kLentArray)
    return "A profiler reads the arrays that a callback lends it, while the callback lasts, and writes into "
           "none.";
  if (cause.rule == campaign::kObjectMemory)
    return "A profiler reads the memory of objects and never writes into it.";
  if (cause.rule == campaign::kReferences)
    return "A profiler releases what it is handed out with a reference, once for each.";
  return "A profiler neither ends nor blocks the process that it is loaded into.";
}

}  // namespace

Memory::Memory(std::string folder, const campaign::Plan& plan, const ProfilerChoice& profiler,
               std::vector<std::string> environment, const report::Style& style, bool quiet, bool forgets)
    : folder_(std::move(folder)),
      plan_(&plan),
      profiler_(&profiler),
      environment_(std::move(environment)),
      style_(&style),
      quiet_(quiet),
      forgets_(forgets) {}

std::string Memory::check() const {
  std::error_code code;
  if (fs::exists(folder_, code) && !fs::is_directory(folder_, code))
    return fmt::format("--findings: '{}' is no folder; name one", folder_);
  // Found out now, not when there is something to be kept.
  const std::vector<fs::path> made = make_folders(folder_, code);
  std::string problem;
  if (code) {
    problem =
        fmt::format("--findings: the folder '{}' cannot be made ({}); name another", folder_, code.message());
  } else {
    const auto probe = platform::TemporaryFile::beside((fs::path(folder_) / "probe").string());
    if (!probe.file)
      problem = fmt::format("--findings: nothing can be written into '{}' ({}); name another folder", folder_,
                            probe.error);
  }
  for (auto each = made.rbegin(); each != made.rend(); ++each) fs::remove(*each, code);
  return problem;
}

Result Memory::try_known(campaign::Watcher& watcher) {
  Result worst = Result::kPass;
  for (const std::string& file : known_files(folder_)) {
    const std::string title = cause_in(file);
    if (watcher.wants_stop()) {
      if (!title.empty()) ++untried_;
      continue;
    }
    if (title.empty()) {
      tell_left(file, "it does not begin as findings of gcrucible test do");
      continue;
    }
    if (!quiet_) say("  known: " + shown_path(*style_, platform::absolute_path(file)) + " (" + title + ")\n");
    Replayed replayed;
    if (ends_parent(file)) {
      replayed.why_not_judged = "its profiler ended the process that had started it, which would be this one";
    } else {
      replayed = replay(file, cause_of(title), false);
    }
    if (!replayed.why_not_judged.empty()) {
      ++unjudged_;
      tell_left(file, replayed.why_not_judged);
    } else if (!replayed.shows) {
      put_aside(file);
    } else if (replayed.suppressed != nullptr) {
      ++suppressed_[replayed.suppressed];
    } else {
      ++still_;
      worst = report::worse(worst, replayed.report.result);
    }
  }
  return worst;
}

void Memory::tell_left(const std::string& file, const std::string& why) const {
  say(report::field(*style_, "", 2, fmt::format("{} is not judged and stays where it is: {}", file, why)));
}

void Memory::put_aside(const std::string& file) {
  ++mended_;
  const fs::path aside = fs::path(folder_) / "mended";
  std::error_code code;
  fs::create_directories(aside, code);
  if (!code) fs::rename(file, aside / fs::path(file).filename(), code);
  say(report::field(*style_, "", 2,
                    code
                        ? fmt::format("{} does not show any more, and cannot be moved to {}: {}", file,
                                      aside.string(), code.message())
                        : fmt::format("{} does not show any more and lies in {} now", file, aside.string())));
}

Memory::Replayed Memory::replay(const std::string& file, const campaign::Cause& cause, bool aloud) {
  Replayed made;
  report::RunReport& report = made.report;
  report = run_scenario(options_of(*plan_, *profiler_, environment_, true), file, {}, *style_);
  if (report.has_no_verdict()) {
    made.why_not_judged = "it could not be played: " + report.message.substr(0, report.message.find('\n'));
    return made;
  }
  made.shows = report.result != Result::kPass && report.result != Result::kUnchecked;
  if (made.shows) {
    made.suppressed = all_suppressed(plan_->suppressions, causes_of(report, cause));
    if (aloud && !quiet_) say(report::plain(*style_, report::verdict_text(report, *style_)));
  } else if (rules::find_rule(cause.rule) != nullptr && !plan_->subject.selection.has(cause.rule)) {
    made.why_not_judged = "--only or --skip leaves " + cause.rule + " out";
  }
  return made;
}

std::string Memory::file_for(const campaign::Cause& cause) const {
  const std::string title = campaign::text_of(cause);
  std::string file = (fs::path(folder_) / (stem_of(cause) + ".yaml")).string();
  for (int number = 2; fs::exists(file) && cause_in(file) != title; ++number)
    file = (fs::path(folder_) / fmt::format("{}-{}.yaml", stem_of(cause), number)).string();
  return file;
}

report::CampaignFault Memory::keep(const campaign::Fault& fault) {
  report::CampaignFault made{.rule = fault.cause.rule,
                             .detail = fault.cause.detail,
                             .statement = sentence_of(fault.cause),
                             .what = fault.trouble.what,
                             .number = fault.number,
                             .times = fault.times,
                             .trials = fault.trials,
                             .flaky = fault.flaky,
                             .unshrunk = fault.unshrunk,
                             .before_cases = fault.before_cases,
                             .cut = fault.cut,
                             .origin = fault.origin,
                             .joined = {},
                             .also = {},
                             .features = fault.features.text(),
                             .scenario = {},
                             .file = {},
                             .replay = {},
                             .native_stack = fault.trouble.native_stack};
  for (const campaign::Cause& each : fault.joined) made.joined.push_back(campaign::text_of(each));
  for (const campaign::Cause& each : fault.also) made.also.push_back(campaign::text_of(each));
  scenario::ScenarioHead head;
  head.title = made.statement;
  head.comments = {std::string(kMark.substr(2)) + made.title(),
                   !fault.origin.empty() ? fault.origin
                   : fault.before_cases  ? fmt::format("By the attach that is tried first, runtime {}",
                                                       plan_->envelope.runtime.name)
                                         : fmt::format("Case {} of seed {}, runtime {}", fault.number,
                                                       plan_->seed, plan_->envelope.runtime.name)};
  if (fault.trouble.ends_parent) head.comments.emplace_back(kEndsParent.substr(2));
  if (fault.cause.rule == campaign::kRetold) head.observation = plan_->subject.observation;
  scenario::Written written = scenario::write(fault.program, head);
  std::string problem;
  if (written.text) {
    made.scenario = std::move(*written.text);
    std::error_code code;
    fs::create_directories(folder_, code);
    const std::string file = file_for(fault.cause);
    problem = write_whole_file(file, made.scenario);
    if (problem.empty()) made.file = platform::absolute_path(file);
  } else {
    problem = "it cannot be written as a scenario: " + written.why_not;
  }
  Replayed replayed;
  if (fault.trouble.ends_parent) {
    replayed.why_not_judged = "it would end this process";
  } else if (!made.file.empty()) {
    replayed = replay(made.file, fault.cause, true);
  }
  const bool shows = replayed.shows;
  // Which the scenario gives to objects of which the case has numbers only.
  if (shows) {
    const auto& names = replayed.report.object_names;
    made.what = report::with_names(made.what, [&](std::uint32_t object) -> std::optional<std::string> {
      const auto name = names.find(object);
      return name == names.end() ? std::nullopt : std::optional(name->second);
    });
  }
  const bool kept = !made.file.empty();
  made.replay = replayed.report.replay;
  if (forgets_) made.file = made.replay = {};
  say("\n" + report::plain(*style_, report::fault_text(made, *style_)));
  if (!problem.empty())
    say(report::field(*style_, "", 2, problem, report::Ink::kPlain, report::Ink::kWarning));
  // Else the replay has shown it: a sanitizer's report may be all that says what was wrong.
  if (!shows) {
    say(report::plain(*style_, report::captured(*style_, "the profiler had printed to stderr",
                                                fault.trouble.error_output)));
  }
  // What could not be written is lost if it is not printed.
  if ((!quiet_ || !kept) && !made.scenario.empty()) say("\n" + report::plain(*style_, made.scenario));
  if (kept && !shows && replayed.why_not_judged.empty() && !fault.flaky) {
    made.flaky = true;
    say(report::field(
        *style_, "", 2,
        "Played once more, the scenario did not show it: the profiler does not do the same each time."));
  }
  return made;
}

}  // namespace gcrucible::cli
