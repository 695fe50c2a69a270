#include "harness/cli/remembered.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "harness/cli/run_scenario.h"
#include "harness/cli/whole_file.h"
#include "harness/platform/executable_path.h"
#include "harness/report/verdict_text.h"
#include "harness/rules/rule.h"
#include "harness/scenario/scenario_writer.h"

namespace gcrucible::cli {
namespace {

namespace fs = std::filesystem;
using report::Result;

constexpr std::string_view kMark = "# Found by gcrucible test: ";

// "object-ids/stale (GetObjectSize2)" of a file that a campaign has written; empty of any other.
std::string cause_in(const std::string& file) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line) && line.starts_with('#');) {
    if (line.starts_with(kMark)) return line.substr(kMark.size());
  }
  return {};
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
    if (entry.path().extension() == ".yaml" && !cause_in(entry.path().string()).empty())
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
  options.strict = false;
  options.quiet = quiet;
  options.timeout_seconds = static_cast<double>(plan.subject.run.timeout.count()) / 1000;
  return options;
}

std::string sentence_of(const campaign::Cause& cause) {
  if (const rules::Rule* const rule = rules::find_rule(cause.rule)) return std::string(rule->statement);
  if (cause.rule == campaign::kRetold)
    return "What a profiler makes of a program does not depend on the way in which it is told.";
  return "A profiler neither ends nor blocks the process that it is loaded into.";
}

}  // namespace

Memory::Memory(std::string folder, const campaign::Plan& plan, const ProfilerChoice& profiler,
               std::vector<std::string> environment, const report::Style& style, bool quiet)
    : folder_(std::move(folder)),
      plan_(&plan),
      profiler_(&profiler),
      environment_(std::move(environment)),
      style_(&style),
      quiet_(quiet) {}

std::string Memory::check() const {
  std::error_code code;
  if (!fs::exists(folder_, code)) return {};
  if (!fs::is_directory(folder_, code))
    return fmt::format("'{}' is no folder; name one with --findings", folder_);
  return {};
}

Result Memory::try_known(campaign::Watcher& watcher) {
  Result worst = Result::kPass;
  for (const std::string& file : known_files(folder_)) {
    if (watcher.wants_stop()) break;
    report::RunReport report;
    if (!quiet_)
      say("  known: " + shown_path(*style_, platform::absolute_path(file)) + " (" + cause_in(file) + ")\n");
    if (replay(file, false, report)) {
      ++still_;
      worst = report::worse(worst, report.result);
      continue;
    }
    ++mended_;
    const fs::path aside = fs::path(folder_) / "mended";
    std::error_code code;
    fs::create_directories(aside, code);
    if (!code) fs::rename(file, aside / fs::path(file).filename(), code);
    say(report::field(
        *style_, "", 2,
        code ? fmt::format("{} does not show any more, and cannot be moved to {}: {}", file, aside.string(),
                           code.message())
             : fmt::format("{} does not show any more and lies in {} now", file, aside.string())));
  }
  return worst;
}

bool Memory::replay(const std::string& file, bool aloud, report::RunReport& report) {
  report = run_scenario(options_of(*plan_, *profiler_, environment_, true), file, {}, *style_);
  if (report.has_no_verdict()) return false;
  const bool shows = report.result != Result::kPass && report.result != Result::kUnchecked;
  if (shows && aloud && !quiet_) say(report::plain(*style_, report::verdict_text(report, *style_)));
  return shows;
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
                             .features = fault.features.text(),
                             .scenario = {},
                             .file = {},
                             .replay = {},
                             .native_stack = fault.trouble.native_stack};
  scenario::ScenarioHead head;
  head.title = made.statement;
  head.comments = {
      std::string(kMark.substr(2)) + made.title(),
      fmt::format("Case {} of seed {}, runtime {}", fault.number, plan_->seed, plan_->envelope.runtime.name)};
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
  report::RunReport report;
  const bool shows = !made.file.empty() && replay(made.file, true, report);
  made.replay = report.replay;
  say("\n" + report::plain(*style_, report::fault_text(made, *style_)));
  if (!problem.empty())
    say(report::field(*style_, "", 2, problem, report::Ink::kPlain, report::Ink::kWarning));
  if (!quiet_ && !made.scenario.empty()) say("\n" + report::plain(*style_, made.scenario));
  if (!made.file.empty() && !shows && !fault.flaky) {
    made.flaky = true;
    say(report::field(
        *style_, "", 2,
        "Played once more, the scenario did not show it: the profiler does not do the same each time."));
  }
  return made;
}

}  // namespace gcrucible::cli
