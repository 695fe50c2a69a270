#include "harness/cli/commands/run/run_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

#include "harness/cli/commands/preflight_checks.h"
#include "harness/cli/commands/refusal.h"
#include "harness/cli/commands/run/run_all.h"
#include "harness/cli/commands/run/suite_profiler.h"
#include "harness/cli/files/account_file.h"
#include "harness/cli/files/builtin_scenarios.h"
#include "harness/cli/files/other_file.h"
#include "harness/cli/files/output_files.h"
#include "harness/cli/files/report_file.h"
#include "harness/cli/files/standard_input.h"
#include "harness/cli/options/campaign_limits.h"
#include "harness/cli/options/profiler_choice.h"
#include "harness/platform/process/interruption.h"
#include "harness/verdict/input_files.h"
#include "harness/verdict/rule_globs.h"
#include "harness/verdict/stopped_run.h"
#include "harness/yaml/nearest.h"
#include "sim/fault.h"

namespace gcrucible::cli {
namespace {

namespace fs = std::filesystem;
using report::RunReport;

constexpr std::array<std::string_view, 2> kScenarioExtensions{".yaml", ".yml"};
constexpr double kLongestTimeout = 1e6;

Expected<void> check_options(const RunOptions& options) {
  if (auto named = check_variables(options.environment); !named) return named;
  if (auto known = verdict::check_globs(options.selection); !known) return known;
  // This form also rejects NaN.
  if (!(options.timeout_seconds >= 0 && options.timeout_seconds <= kLongestTimeout)) {
    return failure(
        fmt::format("--timeout takes a number from 0 to {} seconds; 0: no limit", kLongestTimeout));
  }
  if (!options.seed_text.empty() && !options.seed) {
    return failure(fmt::format("--seed takes a number from 0 to 2^64 - 1, not '{}'", options.seed_text));
  }
  if (!options.debugger.empty() &&
      (!options.trace.empty() || !options.reports.empty() || !options.accounts.empty() || options.strict))
    return failure("--debugger judges nothing; remove --trace, --report, --account and --strict");
  if (auto limited = check_limit("--jobs", options.jobs); !limited) return limited;
  if (options.quiet && options.verbose) return failure("-q and -v contradict each other; remove one of them");
  if (options.on == "coreclr") {
    const std::pair<const char*, bool> simulated_only[] = {
        {"--profiler", !options.profiler.empty()}, {"--clsid", !options.clsid.empty()},
        {"--runtime", !options.runtime.empty()},   {"--seed", options.seed.has_value()},
        {"--plant", !options.plant.empty()},       {"--account", !options.accounts.empty()},
        {"--debugger", !options.debugger.empty()}, {"--jobs", options.jobs != 1}};
    for (const auto& [option, given] : simulated_only) {
      if (given)
        return failure(fmt::format("{} is for simulated runs only; remove it or --on coreclr", option));
    }
  }
  if (auto there = check_preflight(options); !there) return there;
  if (options.plant.empty()) return {};
  std::vector<std::string> faults;
  for (const sim::FaultName& each : sim::kFaultNames) {
    if (each.fault != sim::Fault::kNone) faults.emplace_back(each.name);
  }
  if (std::find(faults.begin(), faults.end(), options.plant) != faults.end()) return {};
  return failure(
      fmt::format("--plant has no fault '{}'; {}", options.plant, yaml::suggestion(options.plant, faults)));
}

Expected<void> make_folders(const std::string& trace, const std::vector<verdict::InputFile>& files) {
  if (trace.empty() || !fs::is_directory(trace)) return {};
  for (const verdict::InputFile& file : files) {
    const fs::path folder = fs::path(trace) / fs::path(file.below).parent_path();
    std::error_code code;
    fs::create_directories(folder, code);
    if (code)
      return failure(
          fmt::format("--trace: the folder '{}' cannot be made: {}", folder.string(), code.message()));
  }
  return {};
}

// Two scenarios with the same path below different arguments would overwrite each other's trace.
Expected<void> check_clash(const std::string& trace, const std::vector<verdict::InputFile>& files) {
  std::set<std::string> paths;
  for (const verdict::InputFile& file : files) {
    const std::string path = trace_path(trace, file, true);
    if (!paths.insert(path).second) {
      return failure(fmt::format(
          "--trace would write {} twice, for two scenarios with the same name; run them separately", path));
    }
  }
  return {};
}

Expected<void> check_outputs(const RunOptions& options, const std::vector<verdict::InputFile>& files,
                             const std::vector<PlannedReport>& reports) {
  std::vector<std::string> traces;
  std::vector<NamedFile> others{{"the profiler", options.profiler}};
  if (options.runtime.ends_with(".yaml")) others.push_back({"the runtime", options.runtime});
  for (const verdict::InputFile& file : files) {
    others.push_back({"the scenario", file.path});
    if (options.trace.empty()) continue;
    traces.push_back(trace_path(options.trace, file, files.size() > 1));
    others.push_back({"the trace", traces.back()});
  }
  if (auto writable = check_traces(traces); !writable) return writable;
  return check_reports(reports, others);
}

// Whether no scenario checked anything of the profiler. The command must not report success then.
bool checked_nothing(const std::vector<RunReport>& runs) {
  return std::ranges::all_of(runs, [](const RunReport& run) {
    return run.must_check && (run.result == report::Result::kNotPlayed || run.nothing_checked());
  });
}

// Fails if nothing can be played although there are files: all are gcrucible's own, and none is a scenario.
// Then one message says more than one for each file.
Expected<void> check_kinds(const std::vector<verdict::InputFile>& files) {
  std::string first;
  for (const verdict::InputFile& file : files) {
    const std::string other = other_file(file.path, yaml::KnownFile::kScenario);
    if (other.empty()) return {};
    if (first.empty()) first = other;
  }
  return failure(fmt::format("none of the {} files is a scenario: {}", files.size(), first));
}

Expected<std::vector<verdict::InputFile>> files_of(const RunOptions& options) {
  if (options.scenarios.empty() && options.builtin.empty()) {
    return failure(
        "SCENARIO is missing; write gcrucible run SCENARIO, or --builtin for the scenarios that come with "
        "gcrucible");
  }
  if (auto once = check_standard_input(options.scenarios); !once) return failure(std::move(once.error()));
  auto files = verdict::input_files(options.scenarios, {"scenario", kScenarioExtensions});
  if (!files || options.builtin.empty()) return files;
  auto builtin = builtin_scenarios(options.builtin);
  if (!builtin) return builtin;
  std::ranges::move(*builtin, std::back_inserter(*files));
  return files;
}

// Checks the arguments and files together.
Expected<void> check_files(const RunOptions& options, const std::vector<verdict::InputFile>& files,
                           const std::vector<PlannedReport>& reports) {
  if (options.several && !options.trace.empty() && !fs::is_directory(options.trace)) {
    return failure(fmt::format(
        "--trace must name a folder for several scenarios, and '{}' is not a folder; create it first",
        options.trace));
  }
  if (options.several && !options.debugger.empty())
    return failure("--debugger plays one scenario at a time; name one");
  if (options.several) {
    if (auto played = check_kinds(files); !played) return played;
  }
  if (options.several && !options.trace.empty()) {
    if (auto apart = check_clash(options.trace, files); !apart) return apart;
  }
  return check_outputs(options, files, reports);
}

// The exit status. Says if nothing was checked.
int status_of(const std::vector<RunReport>& runs, const RunOptions& options, const report::Style& style) {
  report::Result worst = report::Result::kPass;
  for (const RunReport& run : runs) worst = report::worse(worst, run.result);
  if (report::passes(worst) && checked_nothing(runs)) {
    if (options.several) {
      say(report::field(style, "", 2,
                        "NOTHING WAS CHECKED in any scenario (exit status 2; --allow-unchecked makes that a "
                        "pass)",
                        report::Ink::kPlain, report::Ink::kBad));
    }
    return kBadArguments;
  }
  const auto misses_its_finding = [](const RunReport& run) {
    return run.must_check && run.misses_its_finding();
  };
  if (report::passes(worst) && std::ranges::any_of(runs, misses_its_finding)) return kBadArguments;
  return report::was_stopped(worst) ? platform::PatientInterruption::status() : report::exit_status(worst);
}

// Says that the recorder was tested because no profiler is named.
void note_recorder(const std::vector<RunReport>& runs, const RunOptions& options,
                   const report::Style& style) {
  const auto lacks_profiler = [](const RunReport& run) { return run.must_check && run.without_its_profiler; };
  if (std::ranges::any_of(runs, lacks_profiler)) {
    complain(report::plain(style, name_one_note("run")));
  } else if (options.quiet && options.profiler.empty() &&
             std::ranges::any_of(runs, &RunReport::is_own_recorder)) {
    // Without --quiet the first lines of each run say so.
    complain(no_profiler_note("run"));
  }
}

// Says once why no scenario can be played. Reports name the first one.
std::vector<RunReport> refuse_all(const std::string& problem, const std::vector<verdict::InputFile>& files,
                                  const report::Style& style) {
  const std::string message =
      fmt::format("gcrucible run: {}\nNone of the {} scenarios was run.\n", problem, files.size());
  complain(report::plain(style, message));
  std::vector<RunReport> runs(files.size());
  for (std::size_t i = 0; i < files.size(); ++i) {
    runs[i].scenario = subject_of(files[i].path);
    if (i != 0) {
      runs[i] = verdict::skipped(std::move(runs[i]), "run", "no scenario can be played with this profiler");
      continue;
    }
    runs[i].result = report::Result::kRefused;
    runs[i].no_profiler = true;
    runs[i].message = message;
  }
  return runs;
}

}  // namespace

int run_command(RunOptions options) {
  // Removes a temporary trace after it has been judged. Under a debugger, the debugger handles Ctrl-C.
  const platform::Interruption removal;
  std::optional<platform::PatientInterruption> interruption;
  if (options.debugger.empty()) interruption.emplace();
  options.seed = read_seed(options.seed_text);
  report::Style style = style_of_output(options.color);
  style.verbose = options.verbose;
  style.cuts = true;
  if (const auto checked = check_options(options); !checked) return refuse_with_help("run", checked.error());
  const auto report_files = read_run_reports(options.reports);
  if (!report_files) return refuse_with_help("run", report_files.error());
  const auto accounts = read_account_outputs(options.accounts);
  if (!accounts) return refuse_with_help("run", accounts.error());
  std::vector<PlannedReport> planned = planned_run_reports(*report_files);
  std::ranges::copy(planned_accounts(*accounts), std::back_inserter(planned));
  const auto files = files_of(options);
  if (!files) return refuse_with_help("run", files.error());
  options.several = files->size() > 1;
  if (const auto checked = check_files(options, *files, planned); !checked)
    return refuse_with_help("run", checked.error());
  // Check once, not again for each scenario.
  Expected<void> known;
  if (options.several) {
    if (const auto accepted = check_profiler(options.profiler, options.clsid); !accepted) {
      complain("gcrucible run: " + accepted.error() + "\n");
      return kBadArguments;
    }
    known = check_suite_profiler(options, *files);
  }
  if (const auto made = make_folders(options.trace, *files); !made)
    return refuse_with_help("run", made.error());

  const std::vector<RunReport> runs =
      known ? run_all(options, *files, style) : refuse_all(known.error(), *files, style);
  note_recorder(runs, options, style);
  int status = status_of(runs, options, style);
  std::vector<std::string> problems = write_run_reports(*report_files, runs);
  std::ranges::copy(write_accounts(*accounts, runs), std::back_inserter(problems));
  for (const std::string& problem : problems) {
    complain("gcrucible run: " + problem + "\n");
    if (status == 0) status = kBadArguments;
  }
  return status;
}

}  // namespace gcrucible::cli
