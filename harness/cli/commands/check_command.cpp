#include "harness/cli/commands/check_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <utility>

#include "harness/cli/commands/check_trace.h"
#include "harness/cli/commands/preflight_checks.h"
#include "harness/cli/commands/refusal.h"
#include "harness/cli/files/output_files.h"
#include "harness/cli/files/report_file.h"
#include "harness/cli/files/standard_input.h"
#include "harness/platform/process/interruption.h"
#include "harness/report/text/verdict_text.h"
#include "harness/runtimes/runtimes.h"
#include "harness/verdict/input_files.h"
#include "harness/verdict/rule_globs.h"
#include "harness/verdict/stopped_run.h"
#include "harness/yaml/nearest.h"

namespace gcrucible::cli {
namespace {

namespace fs = std::filesystem;
using report::RunReport;

constexpr std::array<std::string_view, 3> kTraceExtensions{".jsonl", ".jsonl.gz", ".jsonl.zst"};

Expected<void> check_selection(const rules::Selection& selection) {
  if (auto known = verdict::check_globs(selection); !known) return known;
  const std::vector<std::string> runtimes = runtimes::names();
  if (selection.runtime.empty() || std::ranges::find(runtimes, selection.runtime) != runtimes.end())
    return {};
  return failure(fmt::format("--runtime has no runtime '{}'; {}", selection.runtime,
                             yaml::suggestion(selection.runtime, runtimes)));
}

// What the command reads and writes.
struct CheckFiles {
  std::vector<verdict::InputFile> traces;
  std::vector<ReportFile> reports;
};

Expected<CheckFiles> read_files(const CheckArguments& arguments) {
  if (arguments.quiet && arguments.verbose)
    return failure("-q and -v contradict each other; remove one of them");
  if (auto known = check_selection(arguments.selection); !known) return failure(std::move(known.error()));
  auto reports = read_run_reports(arguments.reports);
  if (!reports) return failure(std::move(reports.error()));
  if (auto once = check_standard_input(arguments.traces); !once) return failure(std::move(once.error()));
  auto traces = verdict::input_files(arguments.traces, {"trace", kTraceExtensions});
  if (!traces) return failure(std::move(traces.error()));
  std::vector<NamedFile> read;
  for (const verdict::InputFile& file : *traces) read.push_back({"the trace", file.path});
  for (const ReportFile& each : *reports) {
    if (auto there = check_folder_of("--report", each.path); !there) return failure(std::move(there.error()));
  }
  if (auto checked = check_reports(planned_run_reports(*reports), read); !checked)
    return failure(std::move(checked.error()));
  return CheckFiles{.traces = std::move(*traces), .reports = std::move(*reports)};
}

void say_one(const RunReport& run, const CheckArguments& arguments, const report::Style& style) {
  const bool unreadable = !run.message.empty();
  if (unreadable) return complain(run.message);
  const bool pass = report::passes(run.result);
  if (arguments.quiet && pass) {
    if (!run.unknown_runtime.empty()) {
      say(plain(
          style,
          report::padded(report::name_of(run.result), 9) + "  " + shown_path(style, run.trace) + "\n" +
              report::field(style, "", 11, run.unknown_runtime, report::Ink::kPlain, report::Ink::kWarning)));
    }
    return;
  }
  std::string text;
  if (arguments.quiet) {
    text = report::padded(report::name_of(run.result), 9) + "  " + shown_path(style, run.trace) + "\n";
  } else {
    text = report::field(style, "trace", 10, shown_path(style, run.trace)) +
           report::field(
               style, "runtime", 10,
               run.runtime +
                   (run.profiler.empty() ? "" : ", with profiler " + report::printable(run.profiler))) +
           report::field(style, "holds", 10, run.title);
  }
  if (!arguments.quiet || !pass) text += report::verdict_text(run, style);
  say(plain(style, text));
}

}  // namespace

int check_command(const CheckArguments& arguments) {
  const platform::PatientInterruption interruption;
  report::Style style = style_of_output(arguments.color);
  style.verbose = arguments.verbose;
  const Expected<CheckFiles> read = read_files(arguments);
  if (!read) return refuse_with_help("check", read.error());
  const auto& [files, report_files] = *read;

  std::vector<RunReport> runs;
  report::Result worst = report::Result::kPass;
  for (const verdict::InputFile& file : files) {
    if (platform::PatientInterruption::asked()) {
      RunReport report;
      report.trace = subject_of(file.path);
      runs.push_back(verdict::not_run(std::move(report), "check"));
      worst = report::worse(worst, runs.back().result);
      continue;
    }
    if (!runs.empty() && !arguments.quiet) say("\n");
    const auto begun = std::chrono::steady_clock::now();
    runs.push_back(check_trace(arguments, file.path, style));
    runs.back().seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    say_one(runs.back(), arguments, style);
    worst = report::worse(worst, runs.back().result);
  }
  if (files.size() > 1) say(plain(style, report::summary_text(runs, style, arguments.quiet)));
  int status =
      report::was_stopped(worst) ? platform::PatientInterruption::status() : report::exit_status(worst);
  for (const std::string& problem : write_run_reports(report_files, runs)) {
    complain("gcrucible check: " + problem + "\n");
    if (status == 0) status = kBadArguments;
  }
  return status;
}

}  // namespace gcrucible::cli
