#include "harness/cli/commands/run/run_scenario.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <span>
#include <string_view>
#include <variant>

#include "harness/abi/hresults.h"
#include "harness/cli/campaign/finding_file.h"
#include "harness/cli/campaign/observed_replay.h"
#include "harness/cli/commands/run/comparability.h"
#include "harness/cli/commands/run/honest_run.h"
#include "harness/cli/files/builtin_scenarios.h"
#include "harness/cli/files/input_scenario.h"
#include "harness/cli/files/other_file.h"
#include "harness/cli/files/standard_input.h"
#include "harness/cli/options/debugger.h"
#include "harness/cli/options/profiler_choice.h"
#include "harness/cli/text/status_line.h"
#include "harness/cli/version.h"
#include "harness/driver/host/host_process.h"
#include "harness/platform/process/interruption.h"
#include "harness/program/choices.h"
#include "harness/program/runtime_deviations.h"
#include "harness/report/text/verdict_text.h"
#include "harness/runtimes/runtimes.h"
#include "harness/scenario/expect/expectation_check.h"
#include "harness/verdict/judged_run.h"
#include "harness/verdict/stopped_run.h"
#include "sim/fault.h"

namespace gcrucible::cli {
namespace {

using report::Result;
using report::RunReport;

std::string error_text(std::string_view what) {
  return "gcrucible run: " + std::string(what) + "\n";
}

sim::Fault fault_of(const std::string& name) {
  for (const sim::FaultName& each : sim::kFaultNames) {
    if (each.name == name) return each.fault;
  }
  return sim::Fault::kNone;
}

// Rules that the scenario expects to be violated, restricted to those that this run judges.
void read_breaks(scenario::Scenario& scenario, const rules::Selection& selection, RunReport& report) {
  std::erase_if(scenario.expect.breaks,
                [&](const scenario::ExpectedRule& expected) { return !selection.has(expected.rule); });
  for (const scenario::ExpectedRule& expected : scenario.expect.breaks)
    report.expected_breaks.push_back(expected.rule);
}

// Applies the command line's settings to the scenario.
void prepare(const RunOptions& options, std::optional<program::RuntimeProfile> runtime,
             scenario::Scenario& scenario, RunReport& report) {
  if (runtime) scenario.program.runtime = std::move(*runtime);
  if (options.seed) scenario.program.seed = *options.seed;
  program::draw_choices(scenario.program);
  report.title = scenario.title;
  report.runtime = scenario.program.runtime.name;
  report.runtime_callbacks = scenario.program.runtime.callback_version;
  report.seed = scenario.program.seed;
  read_breaks(scenario, options.selection, report);
}

std::string first_lines(const RunOptions& options, const scenario::Scenario& scenario,
                        const ProfilerChoice& profiler, const RunReport& report, const report::Style& style) {
  std::string text = report::field(style, "", 0,
                                   fmt::format("gcrucible {}: runtime {}, engine simulated, seed {}",
                                               kVersion, report.runtime, report.seed));
  constexpr std::size_t kIndent = 10;
  // Enough digits of the hash to distinguish builds; reports contain the whole hash.
  constexpr std::size_t kHashDigits = 12;
  using report::Ink;
  const auto add = [&](std::string_view head, std::string_view body, Ink ink = Ink::kPlain) {
    text += report::field(style, head, kIndent, body, Ink::kPlain, ink);
  };
  add("profiler", fmt::format("{}\n{}\nsha256 {}, clsid {}", shown_path(style, report.profiler), profiler.why,
                              report.sha256.substr(0, kHashDigits), report.clsid));
  const std::string changed = options.not_default();
  if (!changed.empty()) text += report::field(style, "not default:", 13, changed, Ink::kPlain);
  add("scenario", shown_path(style, report.scenario));
  if (!report.title.empty()) add("", report::printable(report.title), Ink::kBold);
  if (!scenario.about.empty()) add("", report::printable(scenario.about));
  return plain(style, text);
}

driver::RunOptions driver_options(const RunOptions& options, const scenario::Scenario& scenario,
                                  const ProfilerChoice& profiler, const std::string& trace_path) {
  driver::RunOptions made;
  made.trace_path = trace_path;
  made.timeout = milliseconds_of(options.timeout_seconds);
  // If the user did not choose the recorder, it leaves no file; gcrucible's trace contains the same data.
  if (profiler.is_own_recorder && !platform::environment_variable("GCRUCIBLE_RECORDER_OUT")) {
    made.environment.push_back(no_recording());
  }
  for (const auto& [key, value] : scenario.profiler.env)
    made.environment.push_back(fmt::format("{}={}", key, value));
  made.environment.insert(made.environment.end(), options.environment.begin(), options.environment.end());
  return made;
}

std::function<void(const driver::Sight&)> looker(StatusLine& status, const program::Program& program) {
  const auto collections = std::ranges::count_if(program.steps, [](const program::Step& step) {
    return std::holds_alternative<program::Collect>(step.action);
  });
  return [&status, collections](const driver::Sight& sight) {
    status.show_now_and_then([&] {
      return fmt::format("  playing: collection {} of {}, line {} of the scenario …",
                         report::grouped(sight.collection),
                         report::grouped(static_cast<std::size_t>(collections)), report::grouped(sight.line));
    });
  };
}

bool is_library(const std::string& file) {
  // Reading a pipe would wait for its other end.
  std::error_code code;
  if (file == kStandardInput || !std::filesystem::is_regular_file(file, code)) return false;
  std::ifstream in(file, std::ios::binary);
  std::array<char, 4> begin{};
  in.read(begin.data(), begin.size());
  return std::string_view(begin.data(), begin.size()) ==
         "\x7F"
         "ELF";
}

// A message that needs no look at the contents; otherwise empty.
std::string text_of_library(const std::string& file) {
  if (!is_library(file)) return {};
  return error_text(
      "'" + file +
      "' is a library or a program, not a scenario; name a profiler with --profiler and --clsid");
}

// A common mistake: the source of the profiler or a trace is given instead of a scenario.
std::string hint_at_name(const std::string& file) {
  if (file == kStandardInput) return {};
  const std::filesystem::path path(file);
  std::error_code code;
  if (path.extension() == ".yaml" || path.extension() == ".yml" || !std::filesystem::exists(path, code))
    return {};
  // The message about its contents says more.
  if (kind_of(file) != yaml::KnownFile::kUnknown) return {};
  return error_text("'" + file +
                    "' does not end in .yaml; is it a scenario? A profiler's library is named by --profiler, "
                    "and a trace is judged by gcrucible check");
}

// The documents name scenarios by their path in the repository, which an installed gcrucible does not have.
std::string hint_at_builtin(const std::string& file) {
  std::error_code code;
  const std::filesystem::path path(file);
  if (file == kStandardInput || path.stem().empty() || std::filesystem::exists(path, code)) return {};
  const auto found = builtin_scenarios({path.stem().string()});
  if (!found || found->size() != 1) return {};
  return fmt::format("A scenario of that name comes with gcrucible: write gcrucible run --builtin {}.\n",
                     path.stem().string());
}

RunReport bad_input(RunReport report, std::string message) {
  report.result = Result::kBadInput;
  report.message = std::move(message);
  return report;
}

// A scenario with the command line's settings, as it is played.
struct Setting {
  const RunOptions& options;
  const std::string& file;
  const std::string& trace_path;
  const report::Style& style;
  const scenario::Scenario& scenario;
  const program::RuntimeProfile& written_for;  // the scenario's own runtime
  const program::RuntimeDeviations& own;       // the scenario's own, without generated choices
  const ProfilerChoice& profiler;
  bool is_of_named_profiler;  // the scenario is a finding of a profiler other than the recorder
};

// Whether the library that the command or the environment names cannot be opened or does not know the CLSID.
// No scenario can be played then, unless it names another profiler.
bool is_unknown_profiler(const ProfilerChoice& profiler, const driver::Outcome& outcome) {
  using protocol::LoadStep;
  return !profiler.place &&
         (outcome.load_step == LoadStep::kOpen || outcome.load_step == LoadStep::kGetClassObject);
}

// Whether the profiler itself refused an attach that the scenario expects to succeed, or to fail otherwise.
// In the excluded cases the scenario attaches where no profiler can be attached.
bool is_refused_attach(const scenario::Scenario& scenario, const driver::Outcome& outcome) {
  return outcome.attach_answer != 0 && outcome.attach_answer != abi::CORPROF_E_PROFILER_ALREADY_ACTIVE &&
         outcome.attach_answer != abi::CORPROF_E_RUNTIME_UNINITIALIZED &&
         scenario.program.runtime.callback_version >= 3;
}

// Whether the run left a trace to judge. Otherwise the report states the result and the reason.
bool can_be_judged(const Setting& setting, const driver::Outcome& outcome, RunReport& report) {
  const auto& [options, file, trace_path, style, scenario, written_for, own, profiler, named] = setting;
  if (std::string why = not_played(options, scenario, own, profiler, outcome); !why.empty()) {
    report.result = Result::kNotPlayed;
    report.message = std::move(why);
    return false;
  }
  if (report.result == Result::kBadInput && outcome.step_line != 0) {
    report.message =
        scenario::error_at(scenario, {outcome.step_line, outcome.step_column}, outcome.message, style.width);
  }
  if (report.result == Result::kBadInput && is_refused_attach(scenario, outcome)) {
    report.result = Result::kRefused;
    report.attach_refused = true;
  }
  // Add the file name, because several scenarios may be running.
  if (report.result == Result::kCouldNotRun ||
      (report.result == Result::kRefused && !report.attach_refused)) {
    report.message = profiler.place && report.result == Result::kRefused
                         ? scenario::error_at(scenario, *profiler.place, outcome.message, style.width)
                         : error_text(scenario.file + ": " + outcome.message);
  }
  report.no_profiler = report.result == Result::kRefused && is_unknown_profiler(profiler, outcome);
  if (report.has_no_verdict()) return false;
  // A run that the profiler has damaged cannot be judged.
  if (outcome.is_beyond_judging()) return false;
  if (outcome.trace_path.empty()) {
    report = bad_input(std::move(report), error_text(outcome.trace_error.empty() ? "the run left no trace"
                                                                                 : outcome.trace_error));
    return false;
  }
  if (!trace_path.empty()) report.trace = outcome.trace_path;
  return true;
}

// Lines of a trace mean nothing to a user who has no trace. A real heap has allocations and collections of
// its own, so its lines belong to no step.
bool names_scenario_lines(const RunOptions& options, const std::string& trace_path) {
  return trace_path.empty() && options.on == "simulated";
}

// Judges the trace, and compares further plays with it where the scenario or its deviations ask for them.
RunReport judged_run(const Setting& setting, const protocol::Case& value, driver::RunOptions run,
                     const campaign::Observatory* observatory, const driver::Outcome& outcome,
                     RunReport report) {
  const auto& [options, file, trace_path, style, scenario, written_for, own, profiler, named] = setting;
  const std::string incomparable = not_comparable(options, scenario, written_for, profiler);
  if (const auto judged = verdict::judge_trace(outcome,
                                               {.selection = options.selection,
                                                .pictures = !options.quiet,
                                                .foreign_profiler = is_foreign(options, profiler),
                                                .exact_generics = options.exact_generics,
                                                .scenario_lines = names_scenario_lines(options, trace_path)},
                                               scenario, incomparable, style, say, report);
      !judged) {
    return bad_input(std::move(report), error_text(judged.error()));
  }
  if (report.has_no_verdict()) return report;
  if (observatory != nullptr && report.died.empty()) {
    run.trace_path.clear();
    if (const auto compared = compare_reportings(value, run, *observatory, outcome, scenario, style, report);
        !compared) {
      if (!platform::PatientInterruption::asked()) return bad_input(std::move(report), compared.error());
      const std::string standing = report.standing;
      return verdict::stopped(std::move(report), "run", standing);
    }
  }
  if (const std::string why = not_as_written(options, scenario, own, incomparable, profiler); !why.empty())
    set_breaks_aside(why, report);
  if (own.dishonest) set_consequences_aside(value, run, options.selection, report);
  if (report.result == Result::kPass && report.broken()) report.result = Result::kBroken;
  return report;
}

RunReport played(const Setting& setting, RunReport report) {
  const RunOptions& options = setting.options;
  const scenario::Scenario& scenario = setting.scenario;
  protocol::Case value;
  value.program = scenario.program;
  value.profiler_path = report.profiler;
  value.clsid = report.clsid;
  value.clsid_from = setting.profiler.clsid_from;
  value.account = !options.accounts.empty();
  value.fault = static_cast<std::uint8_t>(fault_of(options.plant));
  driver::RunOptions run = driver_options(options, scenario, setting.profiler, setting.trace_path);
  if (!options.debugger.empty()) {
    report.debugged = true;
    const Expected<void> debugged = debug(value, run, options.debugger);
    return debugged ? report : bad_input(std::move(report), error_text(debugged.error()));
  }
  std::optional<campaign::Observatory> observatory;
  if (scenario.observation) {
    auto made = campaign::Observatory::make(*scenario.observation, run);
    if (!made) return bad_input(std::move(report), error_text(made.error()));
    observatory.emplace(std::move(*made));
  }
  StatusLine status(setting.style);
  if (!options.quiet) run.look_on = looker(status, scenario.program);
  const driver::Outcome outcome = driver::run_case(value, run);
  run.look_on = nullptr;
  status.clear();
  verdict::read_fate(outcome, report);
  // A comparison of two plays under `observe:` is also a check.
  const bool may_check_nothing = report.is_own_recorder && !setting.is_of_named_profiler;
  report.must_check = (report.without_its_profiler || (!may_check_nothing && !scenario.observation)) &&
                      !options.allow_unchecked;
  if (!can_be_judged(setting, outcome, report)) return report;
  return judged_run(setting, value, std::move(run), observatory ? &*observatory : nullptr, outcome,
                    std::move(report));
}

}  // namespace

RunReport run_scenario(const RunOptions& options, const std::string& file, const std::string& trace_path,
                       const report::Style& style) {
  RunReport report;
  report.scenario = subject_of(file);
  std::optional<program::RuntimeProfile> runtime;
  if (!options.runtime.empty()) {
    auto read = runtimes::load(options.runtime);
    if (!read) return bad_input(std::move(report), std::move(read.error()));
    runtime = std::move(*read);
  }
  const program::RuntimeProfile* const played_by = runtime ? &*runtime : nullptr;
  if (std::string library = text_of_library(file); !library.empty())
    return bad_input(std::move(report), std::move(library));
  Expected<scenario::Scenario> loaded = load_scenario(file, rules::rule_ids(), style.width, played_by);
  if (file == kStandardInput && platform::PatientInterruption::asked())
    return verdict::stopped(std::move(report), "run", "Standard input was being read.");
  if (!loaded)
    return bad_input(std::move(report), hint_at_name(file) + loaded.error() + hint_at_builtin(file));
  scenario::Scenario& scenario = *loaded;
  const program::RuntimeProfile written_for = scenario.program.runtime;
  // Before draw_choices(); afterwards, generated choices look like the scenario's own.
  const program::RuntimeDeviations own = program::runtime_deviations(scenario.program);
  prepare(options, std::move(runtime), scenario, report);
  const auto choice = choose_profiler(options.profiler, options.clsid, scenario);
  if (!choice) {
    if (const auto place = place_of_profiler(options.profiler, scenario))
      return bad_input(std::move(report), scenario::error_at(scenario, *place, choice.error(), style.width));
    report.result = Result::kRefused;
    report.no_profiler = true;
    report.message = error_text(choice.error());
    return report;
  }
  const ProfilerChoice& profiler = *choice;
  report.profiler = profiler.library.path;
  report.sha256 = profiler.library.sha256;
  report.clsid = profiler.clsid;
  report.is_own_recorder = profiler.clsid == kRecorderClsid;
  const FindingHead head = file == kStandardInput ? head_of_text(*standard_input()) : read_head(file);
  report.found_as = head.title;
  report.without_its_profiler = profiler.is_own_recorder && head.is_of_named_profiler();
  report.replay =
      replay_line(options, file == kStandardInput ? file : report.scenario, report.profiler, report.clsid);
  if (!options.quiet) say(first_lines(options, scenario, profiler, report, style));
  return played({.options = options,
                 .file = file,
                 .trace_path = trace_path,
                 .style = style,
                 .scenario = scenario,
                 .written_for = written_for,
                 .own = own,
                 .profiler = profiler,
                 .is_of_named_profiler = head.is_of_named_profiler()},
                std::move(report));
}

}  // namespace gcrucible::cli
