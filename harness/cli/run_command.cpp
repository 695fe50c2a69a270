#include "harness/cli/run_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "harness/cli/report_file.h"
#include "harness/cli/rule_globs.h"
#include "harness/cli/run_on_coreclr.h"
#include "harness/cli/run_scenario.h"
#include "harness/cli/surroundings.h"
#include "harness/cli/trace_file.h"
#include "harness/report/verdict_text.h"
#include "harness/scenario/yaml/nearest.h"
#include "sim/fault.h"

namespace gcrucible::cli {
namespace {

namespace fs = std::filesystem;
using report::RunReport;

constexpr int kBadArguments = 2;
constexpr double kLongestTimeout = 1e6;

std::string check_options(const RunOptions& options) {
  for (const std::string& each : options.environment) {
    if (each.find('=') == std::string::npos || each.starts_with('=')) {
      return fmt::format("--env takes NAME=VALUE, not '{}'", each);
    }
  }
  for (const auto* const globs : {&options.selection.only, &options.selection.skip}) {
    for (const std::string& glob : *globs) {
      if (std::string problem = unknown_glob(glob); !problem.empty()) return problem;
    }
  }
  // Written so that what is no number fails too.
  if (!(options.timeout_seconds >= 0 && options.timeout_seconds <= kLongestTimeout)) {
    return fmt::format("--timeout takes seconds up to {}, 0 for ever", kLongestTimeout);
  }
  if (!options.seed_text.empty() && !options.seed) {
    return fmt::format("--seed takes a number from 0 to 2^64 - 1, not '{}'", options.seed_text);
  }
  if (options.quiet && options.verbose) return "-q and -v ask for opposite things; leave one of them out";
  if (options.on == "coreclr") {
    const std::pair<const char*, bool> simulated_only[] = {{"--profiler", !options.profiler.empty()},
                                                           {"--clsid", !options.clsid.empty()},
                                                           {"--runtime", !options.runtime.empty()},
                                                           {"--seed", options.seed.has_value()},
                                                           {"--plant", !options.plant.empty()}};
    for (const auto& [option, given] : simulated_only) {
      if (given)
        return fmt::format("{} is for simulated runs; leave it out, or leave --on coreclr out", option);
    }
  }
  if (std::string problem = check_surroundings(options); !problem.empty()) return problem;
  if (options.plant.empty()) return {};
  std::vector<std::string> faults;
  for (const sim::FaultName& each : sim::kFaultNames) {
    if (each.fault != sim::Fault::kNone) faults.emplace_back(each.name);
  }
  if (std::find(faults.begin(), faults.end(), options.plant) != faults.end()) return {};
  return fmt::format("--plant knows no fault '{}'; {}", options.plant,
                     yaml::suggestion(options.plant, faults));
}

// Folders become the scenarios in them, in alphabetical order.
std::vector<std::string> files_of(const std::vector<std::string>& paths, std::string& error) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    std::error_code code;
    if (!fs::is_directory(path, code)) {
      files.push_back(path);
      continue;
    }
    std::vector<std::string> found;
    for (const auto& entry : fs::directory_iterator(path, code)) {
      const auto extension = entry.path().extension();
      if (extension == ".yaml" || extension == ".yml") found.push_back(entry.path().string());
    }
    if (found.empty())
      error = fmt::format("the folder {} holds no scenario (*.yaml); name a file, or a folder that has some",
                          path);
    std::sort(found.begin(), found.end());
    files.insert(files.end(), found.begin(), found.end());
  }
  return files;
}

// Several runs cannot share one file, so that --trace then names a folder.
std::string trace_path(const std::string& trace, const std::string& scenario, bool several) {
  if (trace.empty() || (!several && !fs::is_directory(trace))) return trace;
  return (fs::path(trace) / fs::path(scenario).stem()).string() + ".jsonl";
}

// Two scenarios of one name in different folders would overwrite each other's trace.
std::string trace_clash(const std::string& trace, const std::vector<std::string>& files) {
  std::set<std::string> paths;
  for (const std::string& file : files) {
    const std::string path = trace_path(trace, file, true);
    if (!paths.insert(path).second) {
      return fmt::format(
          "--trace would write {} twice, for two scenarios of one name; run them by themselves", path);
    }
  }
  return {};
}

int refuse(const std::string& problem) {
  complain("gcrucible run: " + problem + "\nTry gcrucible run --help.\n");
  return kBadArguments;
}

void say_end(const RunReport& run, const RunOptions& options, const report::Style& style) {
  const bool bad_input = run.result == report::Result::kBadInput;
  // Without pictures a line names the run, and what went wrong follows.
  std::string text;
  if (options.quiet) {
    text = report::padded(report::name_of(run.result), 9) + "  " + shown_path(style, run.scenario) + "\n";
    if (const std::string unchecked = run.unchecked();
        run.result == report::Result::kPass && !unchecked.empty()) {
      text += report::field(style, "", 11, unchecked, report::Ink::kPlain, report::Ink::kWarning);
    }
  }
  if (!options.quiet || run.result != report::Result::kPass) text += report::verdict_text(run, style);
  (bad_input ? complain : say)(plain(style, text));
}

}  // namespace

int run_command(RunOptions options) {
  options.seed = read_seed(options.seed_text);
  report::Style style = style_of_output(options.color);
  style.verbose = options.verbose;
  std::string error = check_options(options);
  const std::vector<ReportFile> report_files =
      error.empty() ? read_reports(options.reports, error) : std::vector<ReportFile>();
  const std::vector<std::string> files =
      error.empty() ? files_of(options.scenarios, error) : std::vector<std::string>();
  const bool several = files.size() > 1;
  if (error.empty() && several && !options.trace.empty() && !fs::is_directory(options.trace)) {
    error = fmt::format("--trace must name a folder for several scenarios, and '{}' is none; make it first",
                        options.trace);
  }
  std::error_code unknown;
  const fs::file_status there = fs::status(options.trace, unknown);
  if (error.empty() && fs::exists(there) && !fs::is_regular_file(there) && !fs::is_directory(there)) {
    // The trace is read again for the verdict, which a device or a pipe does not allow.
    error = fmt::format("--trace must name a file or a folder, and '{}' is neither", options.trace);
  }
  if (error.empty() && !several && !options.trace.empty() && !files.empty()) {
    error = would_lose(trace_path(options.trace, files.front(), false));
    if (!error.empty()) error = "--trace: " + error + "; name another file, or remove that one first";
  }
  if (error.empty() && several && !options.trace.empty()) error = trace_clash(options.trace, files);
  if (!error.empty()) return refuse(error);

  std::vector<RunReport> runs;
  for (const std::string& file : files) {
    if (several && !options.quiet && !runs.empty()) {
      say("\n" + report::repeated(style.utf8 ? "─" : "-", std::min<std::size_t>(style.width, 100)) + "\n\n");
    }
    const auto run_one = options.on == "coreclr" ? run_on_coreclr : run_scenario;
    runs.push_back(run_one(options, file, trace_path(options.trace, file, several), style));
    if (options.strict && runs.back().result == report::Result::kPass && runs.back().nothing_checked())
      runs.back().result = report::Result::kUnchecked;
    say_end(runs.back(), options, style);
  }
  if (several) say(plain(style, report::summary_text(runs, style, options.quiet)));

  report::Result worst = report::Result::kPass;
  for (const RunReport& run : runs) worst = report::worse(worst, run.result);
  int status = report::exit_status(worst);
  for (const std::string& problem : write_reports(report_files, runs)) {
    complain("gcrucible run: " + problem + "\n");
    if (status == 0) status = kBadArguments;
  }
  return status;
}

}  // namespace gcrucible::cli
