#include "harness/cli/commands/check_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "harness/cli/files/other_file.h"
#include "harness/cli/files/standard_input.h"
#include "harness/cli/options/known_runtime.h"
#include "harness/cli/options/profiler_choice.h"
#include "harness/cli/text/status_line.h"
#include "harness/platform/files/executable_path.h"
#include "harness/platform/process/interruption.h"
#include "harness/report/narrator.h"
#include "harness/rules/judge/judge.h"
#include "harness/runtimes/runtimes.h"
#include "harness/trace/event_fields.h"
#include "harness/trace/read/read_ahead.h"
#include "harness/verdict/object_histories.h"
#include "harness/verdict/stopped_run.h"

namespace gcrucible::cli {
namespace {

using report::Result;
using report::RunReport;
using trace::Reader;

// Limit for one rule on a terminal. With -v and in report files, all kept findings are shown.
constexpr std::size_t kFindingsShown = 10;

// Reads the run's data from the header line.
void take_header(const trace::Event& event, RunReport& report) {
  report.runtime = trace::text_in(event, "runtime");
  if (known_runtime(report.runtime)) {
    if (const auto runtime = runtimes::load(report.runtime))
      report.runtime_callbacks = runtime->callback_version;
  }
  report.profiler = trace::text_in(event, "profiler");
  report.clsid = trace::text_in(event, "clsid");
  report.is_own_recorder = report.clsid == kRecorderClsid;
  report.seed = trace::number_in(event, "seed").value_or(0);
}

// Reads from the end line how the program died before Shutdown; empty if it did not die.
std::string death_in(const trace::Event& event) {
  if (trace::find(event, "died") == nullptr) return {};
  return fmt::format("the recorded program died: {}; the trace is whole up to there",
                     report::printable(trace::text_in(event, "died")));
}

// Why nothing was recorded; empty if something was.
std::string refusal_in(const trace::Event& event) {
  if (trace::find(event, "refused") == nullptr) return {};
  return "the profiler did not start: " + report::printable(trace::text_in(event, "refused"));
}

std::string replay_of(const CheckArguments& arguments, const std::string& trace) {
  std::string text = platform::executable_path() + " check";
  if (!arguments.selection.runtime.empty()) text += " --runtime " + arguments.selection.runtime;
  return text + " " + (trace == kStandardInput ? trace : platform::absolute_path(trace));
}

// The file to read. Standard input is copied, because a trace is read more than once.
struct TraceFile {
  std::string path;
  std::optional<platform::TemporaryFile> copy;

  Expected<void> copy_input() {
    if (path != kStandardInput) return {};
    Expected<platform::TemporaryFile> made = copy_standard_input();
    if (!made) return failure(std::move(made.error()));
    copy = std::move(*made);
    return {};
  }
  Reader open() const {
    return copy ? Reader::of_file(copy->path(), kStandardInputName) : Reader::of_file(path);
  }
  std::string other() const {
    return copy ? other_file(copy->path(), yaml::KnownFile::kTrace, kStandardInputName)
                : other_file(path, yaml::KnownFile::kTrace);
  }
};

RunReport bad_input(RunReport report, const std::string& problem) {
  report.result = Result::kBadInput;
  report.message = fmt::format("gcrucible check: {}\n", problem);
  return report;
}

// For the trace of a real CLR: what a violated rule of the runtime may mean.
void note_real_runtime(RunReport& report) {
  const bool blames_runtime = std::ranges::any_of(report.verdicts, [](const rules::Verdict& verdict) {
    return verdict.standing == rules::Standing::kBroken && verdict.rule->breaker == rules::Breaker::kRuntime;
  });
  if (!blames_runtime) return;
  report.real_runtime =
      "the trace was recorded in a real CLR: a rule broken by the runtime is what .NET did, or a mistake "
      "in the rule; docs/deviations.md lists the known deviations of .NET";
}

}  // namespace

RunReport check_trace(const CheckArguments& arguments, const std::string& path, const report::Style& style) {
  RunReport report;
  report.trace = subject_of(path);
  report.replay = replay_of(arguments, path);
  TraceFile file{.path = path, .copy = std::nullopt};
  if (auto copied = file.copy_input(); !copied) return bad_input(std::move(report), copied.error());
  if (platform::PatientInterruption::asked()) return verdict::stopped(std::move(report), "check", {});
  report.traversed = false;
  report.findings_shown = kFindingsShown;
  report::Narrator narrator(style, false, say);
  rules::Judge judge(arguments.selection, &narrator);
  trace::ReadAhead reader(file.open());
  const trace::Event* event = nullptr;
  std::size_t callbacks = 0;
  std::string refusal;
  bool recorded = false;
  Reader::Step step = Reader::Step::kLine;
  verdict::StopWatch watch;
  StatusLine status(style);
  while ((step = reader.next(event)) == Reader::Step::kLine) {
    if (event->kind == trace::EventKind::kCallback) ++callbacks;
    if (event->kind == trace::EventKind::kHeader) {
      take_header(*event, report);
      recorded = trace::text_in(*event, "source") == "recorded";
    }
    if (event->kind == trace::EventKind::kEnd) {
      report.cut_off = death_in(*event);
      refusal = refusal_in(*event);
    }
    narrator.take(*event);
    judge.take(*event);
    if (watch.stops()) return verdict::stopped(std::move(report), "check", {});
    if (!arguments.quiet && watch.looks())
      status.show_now_and_then([&] { return fmt::format("  line {} …", report::grouped(watch.lines())); });
  }
  status.clear();
  if (step == Reader::Step::kError || reader.lines() == 0) {
    const std::string other = file.other();
    return bad_input(std::move(report), other.empty() ? reader.error()->text() : other);
  }
  report.verdicts = std::move(judge).verdicts();
  report.notes = narrator.notes();
  if (arguments.selection.runtime.empty()) report.unknown_runtime = unknown_runtime(report.runtime);
  report.title = fmt::format("{}, {}, {}", report::counted(reader.lines(), "line"),
                             report::counted(callbacks, "callback"),
                             report::counted(report.notes.collections, "collection"));
  if (recorded) note_real_runtime(report);
  report.not_started = refusal;
  if (step == Reader::Step::kCutOff) report.cut_off = reader.error()->text();
  if (report.broken()) {
    report.result = Result::kBroken;
  } else if (!report.cut_off.empty()) {
    report.result = arguments.partial ? Result::kPartial : Result::kCutOff;
  }
  verdict::report_objects(file.open(), narrator.names(), report);
  return report;
}

}  // namespace gcrucible::cli
