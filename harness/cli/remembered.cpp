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

RunOptions options_of(const campaign::Plan& plan, const ProfilerChoice& profiler, bool quiet) {
  RunOptions options;
  options.profiler = profiler.is_own_recorder ? "" : plan.subject.library;
  options.clsid = profiler.is_own_recorder ? "" : plan.subject.clsid;
  for (const std::string& each : plan.subject.run.environment) {
    if (!profiler.is_own_recorder || !each.starts_with("GCRUCIBLE_RECORDER_OUT="))
      options.environment.push_back(each);
  }
  options.selection = plan.subject.selection;
  options.strict = false;
  options.quiet = quiet;
  options.timeout_seconds = static_cast<double>(plan.subject.run.timeout.count()) / 1000;
  return options;
}

std::string sentence_of(const campaign::Cause& cause) {
  if (const rules::Rule* const rule = rules::find_rule(cause.rule)) return std::string(rule->statement);
  return "A profiler neither ends nor blocks the process that it is loaded into.";
}

}  // namespace

Memory::Memory(std::string folder, const campaign::Plan& plan, const ProfilerChoice& profiler,
               const report::Style& style, bool quiet)
    : folder_(std::move(folder)), plan_(&plan), profiler_(&profiler), style_(&style), quiet_(quiet) {}

std::string Memory::check() const {
  std::error_code code;
  if (!fs::exists(folder_, code)) return {};
  if (!fs::is_directory(folder_, code))
    return fmt::format("'{}' is no folder; name one with --findings", folder_);
  return {};
}

Result Memory::try_known() {
  Result worst = Result::kPass;
  for (const std::string& file : known_files(folder_)) {
    Result result = Result::kPass;
    if (!quiet_)
      say("  known: " + shown_path(*style_, platform::absolute_path(file)) + " (" + cause_in(file) + ")\n");
    if (replay(file, nullptr, result)) {
      ++still_;
      worst = report::worse(worst, result);
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

bool Memory::replay(const std::string& file, const campaign::Cause* cause, Result& result) {
  const report::RunReport report = run_scenario(options_of(*plan_, *profiler_, true), file, {}, *style_);
  result = report.result;
  if (report.has_no_verdict()) return false;
  const bool shows = report.result != Result::kPass && report.result != Result::kUnchecked;
  if (shows && cause != nullptr && !quiet_)
    say(report::plain(*style_, report::verdict_text(report, *style_)));
  return shows;
}

void Memory::keep(const campaign::Fault& fault) {
  ++found_;
  scenario::ScenarioHead head;
  head.title = sentence_of(fault.cause);
  head.comments = {std::string(kMark.substr(2)) + campaign::text_of(fault.cause),
                   fmt::format("Case {} of seed {}, runtime {}: {}", fault.number, plan_->seed,
                               plan_->envelope.runtime.name, fault.features.text())};
  const scenario::Written written = scenario::write(fault.program, head);
  say("\n" + report::field(*style_, campaign::text_of(fault.cause), 2,
                           fmt::format("\nfirst in case {}, {}; the smallest of {} programs{}", fault.number,
                                       report::counted(fault.times, "time"), fault.trials,
                                       fault.flaky ? "; the same program did not show it a second time" : ""),
                           report::Ink::kBad));
  if (!written.text) {
    say(report::field(*style_, "", 2, "It cannot be written as a scenario: " + written.why_not));
    say(report::field(*style_, "", 2, fault.trouble.what));
    return;
  }
  std::error_code code;
  fs::create_directories(folder_, code);
  std::string file = (fs::path(folder_) / (stem_of(fault.cause) + ".yaml")).string();
  for (int number = 2; fs::exists(file) && cause_in(file) != campaign::text_of(fault.cause); ++number)
    file = (fs::path(folder_) / fmt::format("{}-{}.yaml", stem_of(fault.cause), number)).string();
  const std::string error = write_whole_file(file, *written.text);
  if (!error.empty()) {
    say(report::field(*style_, "", 2, error + ". The scenario is:"));
    say(*written.text);
    return;
  }
  Result result = Result::kPass;
  const bool shows = replay(file, &fault.cause, result);
  say(report::field(*style_, "  scenario", 12, shown_path(*style_, platform::absolute_path(file))));
  if (!shows && !fault.flaky)
    say(report::field(*style_, "", 2,
                      "Played once more, the scenario did not show it: the profiler is not deterministic."));
}

std::string Memory::summary() const {
  std::string text;
  if (still_ != 0) text += fmt::format("{} of before still there, ", report::counted(still_, "finding"));
  if (mended_ != 0) text += fmt::format("{} mended, ", mended_);
  text += found_ == 0 ? "nothing new found" : fmt::format("{} found", report::counted(found_, "cause"));
  return text + "\n";
}

}  // namespace gcrucible::cli
