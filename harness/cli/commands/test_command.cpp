#include "harness/cli/commands/test_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <iterator>
#include <span>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "harness/campaign/calibration.h"
#include "harness/campaign/campaign.h"
#include "harness/campaign/cause_groups.h"
#include "harness/cli/campaign/campaign_display.h"
#include "harness/cli/campaign/campaign_end.h"
#include "harness/cli/campaign/campaign_files.h"
#include "harness/cli/campaign/first_trials.h"
#include "harness/cli/campaign/known_findings.h"
#include "harness/cli/campaign/misnamed_probe.h"
#include "harness/cli/campaign/oracles.h"
#include "harness/cli/commands/preflight_checks.h"
#include "harness/cli/commands/refusal.h"
#include "harness/cli/commands/test_checks.h"
#include "harness/cli/options/debugger.h"
#include "harness/cli/options/profiler_choice.h"
#include "harness/cli/options/run_options.h"
#include "harness/cli/version.h"
#include "harness/driver/sha256.h"
#include "harness/platform/files/temporary_folder.h"
#include "harness/report/run_report.h"
#include "harness/report/text/interfaces_text.h"
#include "harness/runtimes/runtimes.h"
#include "harness/scenario/write/runtime.h"
#include "harness/yaml/draft.h"

namespace gcrucible::cli {
namespace {

using SayLine = std::function<void(std::string_view head, std::string_view body)>;

// Hash of the runtime's settings in a scenario. Empty if the runtime's name alone identifies them.
std::string sha256_of(const program::RuntimeProfile& runtime) {
  const Expected<program::RuntimeProfile> named = runtimes::load(runtime.name);
  if (named && *named == runtime) return {};
  yaml::Draft root = yaml::draft_map();
  root.add("runtime", scenario::draft_runtime(runtime));
  const std::string text = yaml::write(root);
  driver::Sha256 hash;
  hash.add(std::as_bytes(std::span(text)));
  return hash.finish();
}

report::CampaignReport report_of(const campaign::Plan& plan, const campaign::Result& result,
                                 const ProfilerChoice& profiler, const std::string& options,
                                 KnownFindings& memory) {
  report::CampaignReport made;
  made.version = kVersion;
  made.runtime = plan.envelope.runtime.name;
  made.runtime_sha256 = sha256_of(plan.envelope.runtime);
  made.seed = plan.seed;
  made.profiler = plan.subject.library;
  made.sha256 = profiler.library.sha256;
  made.clsid = plan.subject.clsid;
  made.options = options + (plan.envelope.attached ? " (attached in every case)" : "");
  made.shards = {plan.shard.text()};
  made.whole = plan.is_endless() ? 0 : plan.cases;
  made.planned = plan.is_endless() ? 0 : plan.cases_of_shard();
  made.cases = result.cases;
  made.refused = result.refused;
  made.refusal = result.refusal;
  made.unsteady = result.unsteady;
  made.unsteadiness = result.unsteadiness;
  made.probe = result.answers.probe;
  made.failures = result.answers.failures;
  made.estimates = result.estimates;
  made.milliseconds = static_cast<std::uint64_t>(result.elapsed.count());
  made.stopped = result.stopped;
  made.limited = result.limited;
  made.standing = result.standing;
  made.stop_after = plan.most_faults;
  made.still = memory.still();
  made.mended = memory.mended();
  made.flaky = memory.flaky();
  made.unjudged = memory.unjudged();
  made.untried = memory.untried();
  for (const campaign::Fault& fault : result.faults) made.faults.push_back(memory.keep(fault));
  memory.forget_found();
  const std::vector<report::CampaignFault> standing = memory.standing_without(made.faults);
  made.faults.insert(made.faults.begin(), standing.begin(), standing.end());
  for (const campaign::Allowed& each : result.allowed) {
    made.allowed.push_back({.rule = each.suppression->rule,
                            .detail = each.suppression->detail,
                            .reason = each.suppression->reason,
                            .times = each.times + memory.suppressed(each.suppression)});
  }
  for (const auto& [id, tally] : result.rules)
    made.rules[id] = {.cases = tally.cases, .occasions = tally.occasions};
  for (const campaign::FeatureRow& row : campaign::feature_rows())
    made.features[std::string(row.word)] = result.features[static_cast<std::size_t>(row.feature)];
  for (std::size_t i = 0; i < campaign::kContextCount; ++i)
    made.contexts.emplace_back(campaign::word_of(static_cast<campaign::Context>(i)));
  for (const auto& [name, row] : result.calls.rows()) made.calls[name].assign(row.begin(), row.end());
  return made;
}

// A quarter of the time for cases, but enough for the first finding. 0: no limit, as for the cases.
double usual_shrink_seconds(double seconds) {
  constexpr double kShare = 4, kLeast = 10;
  return seconds > 0 ? std::max(seconds / kShare, kLeast) : 0;
}

void set_subject(const TestArguments& arguments, const ProfilerChoice& profiler, campaign::Plan& plan) {
  if (arguments.seconds > 0) plan.time = milliseconds_of(arguments.seconds);
  const double shrinking = arguments.shrink_seconds.value_or(usual_shrink_seconds(arguments.seconds));
  if (shrinking > 0) plan.shrink_time = milliseconds_of(shrinking);
  plan.jobs = arguments.jobs != 0 ? arguments.jobs : std::max(1u, std::thread::hardware_concurrency());
  plan.most_faults = arguments.most_faults;
  plan.shrinks = !arguments.no_shrink;
  plan.subject.library = profiler.library.path;
  plan.subject.clsid = profiler.clsid;
  plan.subject.clsid_from = profiler.clsid_from;
  plan.subject.selection = arguments.selection;
  plan.subject.strict = arguments.strict;
  plan.subject.in_process = arguments.in_process;
  plan.subject.run.timeout = milliseconds_of(arguments.timeout_seconds);
  if (profiler.is_own_recorder) plan.subject.run.environment.push_back(no_recording());
  plan.subject.run.environment.insert(plan.subject.run.environment.end(), arguments.environment.begin(),
                                      arguments.environment.end());
}

// If hangs took most of the time: how to make them cheaper. Otherwise empty.
std::string waits_text(const campaign::Result& result, const driver::RunOptions& run) {
  constexpr std::uint64_t kMany = 3;
  std::uint64_t hangs = 0;
  for (const campaign::Fault& fault : result.faults) hangs += fault.cause.rule == "hang" ? fault.times : 0;
  if (hangs < kMany) return {};
  const auto seconds = [](std::chrono::milliseconds time) {
    return static_cast<double>(time.count()) / 1000;
  };
  return fmt::format(
      "{} hung. gcrucible waited {} s for the first hang in a callback and {} s for the next ones there. "
      "From the sixth hang on, gcrucible waited {} s. A shorter --timeout waits less, and --stop-after 1 "
      "ends with the first finding.",
      report::counted(hangs, "case"), seconds(run.timeout), seconds(driver::short_timeout(run)),
      seconds(driver::shortest_timeout(run)));
}

// Applies the results of the first trials to the plan. Fails if no campaign is possible.
Expected<void> prepare(const FirstTrials& tried, campaign::Plan& plan, const SayLine& line) {
  if (tried.refusal.empty() && !tried.not_attached.empty()) {
    plan.envelope.features.set(campaign::Feature::kAttach, false);
    line("", tried.not_attached);
  }
  if (!tried.detaches) plan.envelope.features.set(campaign::Feature::kDetach, false);
  if (!tried.detaching.empty()) line("", tried.detaching);
  if (!tried.only_attached.empty()) {
    plan.envelope.attached = true;
    line("", tried.only_attached);
  }
  if (!tried.refusal.empty()) return failure(tried.refusal);
  return {};
}

// Reads everything but the profiler. Returns the files that the campaign writes.
Expected<std::vector<ReportFile>> read_plan(const TestArguments& arguments, campaign::Plan& plan) {
  if (auto checked = check_test(arguments); !checked) return failure(std::move(checked.error()));
  if (auto drawn = read_drawing(arguments, plan); !drawn) return failure(std::move(drawn.error()));
  auto files = read_campaign_files(arguments.reports, {});
  if (!files) return files;
  if (!arguments.suppressions.empty()) {
    auto read = campaign::read_suppressions(arguments.suppressions);
    if (!read) return failure("--suppress: " + without_line_break(std::move(read.error())));
    plan.suppressions = std::move(*read);
  }
  if (!arguments.observe.empty()) {
    auto observation = scenario::read_observation(arguments.observe);
    if (!observation) {
      return failure(
          fmt::format("--observe cannot observe '{}'; {}", arguments.observe, observation.error()));
    }
    plan.subject.observation = std::move(*observation);
  }
  return files;
}

void say_beginning(const TestArguments& arguments, const campaign::Plan& plan, const ProfilerChoice& profiler,
                   const report::Style& style, const SayLine& line) {
  if (!arguments.quiet) {
    say(report::field(style, "", 0,
                      fmt::format("gcrucible {}: runtime {}, engine simulated, seed {}", kVersion,
                                  plan.envelope.runtime.name, plan.seed),
                      report::Ink::kPlain));
  }
  line("profiler", fmt::format("{}\n{}\nsha256 {}, clsid {}", shown_path(style, plan.subject.library),
                               profiler.why, profiler.library.sha256.substr(0, 12), profiler.clsid));
  std::string limits;
  if (plan.time && !plan.is_endless()) limits = fmt::format(", for at most {} s", arguments.seconds);
  if (plan.time && plan.shrinks && plan.shrink_time) {
    limits += fmt::format("; then at most {} s to shrink findings",
                          static_cast<double>(plan.shrink_time->count()) / 1000);
  }
  line("cases", fmt::format("{}{}{}{}",
                            plan.is_endless() ? fmt::format("for {} s", arguments.seconds) : cases_text(plan),
                            plan.shard.count > 1 ? " (part " + plan.shard.text() + ")" : "",
                            plan.only_case ? "" : fmt::format(", {} at a time", plan.jobs), limits));
  if (const std::string changed = changed_options(arguments); !changed.empty() && arguments.verbose)
    line("options", changed);
  if (!plan.shard_hint.empty() && !plan.only_case) line("", plan.shard_hint);
  if (judges_nothing(arguments.selection))
    line("", "--only and --skip leave no rule, so only crashes, exits, hangs and written memory are found.");
}

int debug_case(const TestArguments& arguments, campaign::Plan& plan, const SayLine& line) {
  const campaign::TypePool pool;
  if (const auto prepared = prepare(try_first(plan, pool), plan, line); !prepared)
    return refuse("test", prepared.error());
  const Expected<void> debugged =
      debug(campaign::case_of(plan, pool, *plan.only_case), plan.subject.run, arguments.debugger);
  return debugged ? 0 : refuse("test", debugged.error());
}

// What a reader of the first lines would know.
void note_in_quiet(const TestArguments& arguments, const ProfilerChoice& profiler,
                   const std::string& misnamed) {
  if (profiler.is_own_recorder && arguments.profiler.empty()) complain(no_profiler_note("test"));
  if (!misnamed.empty()) complain("gcrucible test: note: no probe: " + misnamed + "\n");
}

int run_campaign(const TestArguments& arguments, campaign::Plan& plan, const ProfilerChoice& profiler,
                 const std::vector<ReportFile>& files, const report::Style& style, const SayLine& line,
                 KnownFindings& memory) {
  const campaign::TypePool pool;
  CampaignDisplay display(plan, style, arguments.quiet,
                          [&](const campaign::Fault& fault) { memory.keep_found(fault); });
  display.begins_stage("loading and attaching it once");
  FirstTrials tried = try_first(plan, pool);
  display.finish();
  if (const auto prepared = prepare(tried, plan, line); !prepared) return refuse("test", prepared.error());
  // A campaign that only attaches would pass although Initialize fails, so --quiet also prints the note.
  if (arguments.quiet && plan.envelope.attached)
    say(report::field(style, "", 0, tried.only_attached, report::Ink::kPlain));
  const std::string misnamed = tried.probing == Probing::kNone
                                   ? report::printable(misnamed_probe_text(profiler.library.path))
                                   : std::string();
  if (arguments.quiet) note_in_quiet(arguments, profiler, misnamed);
  const std::uint32_t of_runtime = plan.envelope.runtime.callback_version;
  if (!profiler.is_own_recorder &&
      (arguments.verbose || report::interfaces_matter(tried.interfaces, of_runtime)))
    line("interface", report::interfaces_text(tried.interfaces, of_runtime));
  if (!tried.slots.empty()) line("slots", report::printable(tried.slots));
  if (!tried.uncompared_slots.empty()) line("slots", tried.uncompared_slots);
  if (tried.standing.empty()) {
    display.begins_stage("comparing two presentations of a few programs");
    const campaign::Calibration calibration = campaign::calibrate(plan, pool);
    display.finish();
    plan.subject.compared = calibration.compared;
    line("oracles", oracles_text(plan, calibration, tried.probing, misnamed));
  }
  memory.try_known(display);
  campaign::Result result = campaign::run(plan, pool, display);
  display.finish();
  result.faults.insert(result.faults.begin(), std::make_move_iterator(tried.faults.begin()),
                       std::make_move_iterator(tried.faults.end()));
  campaign::put_named_first(result.faults);
  const int interrupted = platform::PatientInterruption::status();
  if (!memory.stood_still().empty()) result.standing = memory.stood_still();
  if (!tried.standing.empty())
    result.standing = "The trials before the first case had not ended: " + tried.standing;
  report::CampaignReport report = report_of(plan, result, profiler, changed_options(arguments), memory);
  report.slots = tried.slots;
  if (const report::CampaignFault* const off = report::judge_estimates(report); off != nullptr)
    say("\n" + report::plain(style, report::fault_text(*off, style)));
  if (const std::string waits = waits_text(result, plan.subject.run); !waits.empty()) line("", waits);
  const int status = end_campaign(report, files, style, arguments.quiet, "test");
  return status == 0 ? interrupted : status;
}

}  // namespace

int test_command(const TestArguments& arguments) {
  campaign::Plan plan;
  const auto files = read_plan(arguments, plan);
  if (!files) return refuse("test", files.error());
  const Expected<program::RuntimeProfile> plainer = runtimes::load(runtimes::kDefault);
  plan.shrinking.plainer = plainer ? &*plainer : nullptr;
  const auto choice = choose_profiler(arguments.profiler, arguments.clsid, {});
  if (!choice) return refuse("test", choice.error());
  const ProfilerChoice& profiler = *choice;
  set_subject(arguments, profiler, plan);

  report::Style style = style_of_output(arguments.color);
  style.cuts = true;
  style.verbose = arguments.verbose;
  std::optional<platform::TemporaryFolder> nowhere;
  if (arguments.forget) {
    auto made = platform::TemporaryFolder::make("findings");
    if (!made) return refuse("test", "--forget: " + made.error());
    nowhere.emplace(std::move(*made));
  }
  KnownFindings memory(nowhere ? nowhere->path() : arguments.folder, plan, profiler, arguments.environment,
                       style, arguments.quiet, arguments.forget);
  const bool debugs = !arguments.debugger.empty();
  if (!debugs) {
    if (const auto usable = memory.check(); !usable) return refuse("test", usable.error());
  }
  const SayLine line = [&](std::string_view head, std::string_view body) {
    if (!arguments.quiet) say(report::field(style, head, 10, body, report::Ink::kPlain));
  };
  say_beginning(arguments, plan, profiler, style, line);
  if (plan.shard_of_runner) {
    if (const auto respected = campaign::acknowledge_shard(); !respected)
      return refuse("test", respected.error());
  }
  if (debugs) return debug_case(arguments, plan, line);
  return run_campaign(arguments, plan, profiler, *files, style, line, memory);
}

}  // namespace gcrucible::cli
