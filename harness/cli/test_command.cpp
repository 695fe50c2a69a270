#include "harness/cli/test_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <thread>

#include "harness/campaign/campaign.h"
#include "harness/cli/campaign_display.h"
#include "harness/cli/campaign_end.h"
#include "harness/cli/campaign_files.h"
#include "harness/cli/debugger.h"
#include "harness/cli/profiler_choice.h"
#include "harness/cli/remembered.h"
#include "harness/cli/rule_globs.h"
#include "harness/cli/run_options.h"
#include "harness/cli/surroundings.h"
#include "harness/cli/version.h"
#include "harness/report/run_report.h"
#include "harness/runtimes/runtimes.h"
#include "harness/scenario/yaml/nearest.h"

namespace gcrucible::cli {
namespace {

using campaign::Features;
using report::Result;

constexpr int kBadArguments = 2;
constexpr int kInterrupted = 130;  // as a shell says of SIGINT
constexpr double kLongest = 1e6;
constexpr std::uint32_t kMostJobs = 256;
constexpr std::uint32_t kMostObjects = 100'000;
constexpr std::uint32_t kMostCollections = 1'000;

int refuse(const std::string& what) {
  complain("gcrucible test: " + what + "\n");
  return kBadArguments;
}

std::string check_numbers(const TestArguments& arguments) {
  if (std::string problem = no_variable(arguments.environment); !problem.empty()) return problem;
  if (std::string problem = unknown_glob(arguments.selection); !problem.empty()) return problem;
  const auto positive = [](double value) { return value >= 0 && value <= kLongest; };
  if (!positive(arguments.timeout_seconds)) return fmt::format("--timeout takes seconds up to {}", kLongest);
  if (!positive(arguments.seconds))
    return fmt::format("--time takes seconds up to {}, 0 for no limit", kLongest);
  if (!read_seed(arguments.seed_text))
    return fmt::format("--seed takes a number from 0 to 2^64 - 1, not '{}'", arguments.seed_text);
  if (!arguments.debugger.empty() && !arguments.only_case)
    return "--debugger plays one case; name it by --case, or play a scenario: gcrucible run --debugger FILE";
  if (!arguments.debugger.empty() && (!arguments.reports.empty() || arguments.strict))
    return "under --debugger nothing is judged; leave --report and --strict out";
  if (arguments.only_case && !arguments.shard.empty())
    return "--case plays one case, which is no part of a campaign; leave --shard out";
  if (arguments.cases == 0) return "--cases 0 would try nothing; give a number from 1 on";
  if (arguments.jobs > kMostJobs) return fmt::format("--jobs takes a number up to {}", kMostJobs);
  if (arguments.objects > kMostObjects) return fmt::format("--objects takes a number up to {}", kMostObjects);
  if (arguments.collections > kMostCollections)
    return fmt::format("--collections takes a number up to {}", kMostCollections);
  return {};
}

std::vector<std::string> words_of_features() {
  std::vector<std::string> words;
  for (const campaign::FeatureRow& row : campaign::feature_rows()) words.emplace_back(row.word);
  return words;
}

// Empty if all words are known.
std::string read_features(const TestArguments& arguments, Features& features) {
  if (!arguments.with.empty()) features = {};
  for (const bool on : {true, false}) {
    for (const std::string& word : on ? arguments.with : arguments.without) {
      const auto feature = campaign::feature_of(word);
      if (!feature)
        return fmt::format("--{} knows no feature '{}'; {}", on ? "with" : "without", word,
                           yaml::suggestion(word, words_of_features(), "docs/campaigns.md lists them"));
      features.set(*feature, on);
    }
  }
  return {};
}

campaign::Bounds bounds_of(const TestArguments& arguments) {
  campaign::Bounds bounds;
  if (arguments.objects != 0) bounds.objects = arguments.objects;
  if (arguments.collections != 0) bounds.collections = arguments.collections;
  bounds.steps_between = std::max(1u, bounds.objects / bounds.collections);
  return bounds;
}

// One object and one collection: whether the profiler can be loaded at all, and attached.
program::Program smallest_program(const campaign::TypePool& pool, const program::RuntimeProfile& runtime,
                                  bool attached) {
  program::Program made = pool.program();
  made.runtime = runtime;
  if (attached) {
    made.life.load = program::LifeSpec::Load::kAttach;
    made.steps.push_back({.action = program::Attach{}});
  }
  made.steps.push_back({.action = program::Collect{}});
  return campaign::as_played(std::move(made));
}

std::string not_default(const TestArguments& arguments) {
  std::string text;
  const auto add = [&](const std::string& word) { text += (text.empty() ? "" : " ") + word; };
  for (const std::string& each : arguments.environment) add("--env " + each);
  for (const std::string& each : arguments.with) add("--with " + each);
  for (const std::string& each : arguments.without) add("--without " + each);
  for (const std::string& each : arguments.selection.only) add("--only " + each);
  for (const std::string& each : arguments.selection.skip) add("--skip " + each);
  if (arguments.objects != 0) add(fmt::format("--objects {}", arguments.objects));
  if (arguments.collections != 0) add(fmt::format("--collections {}", arguments.collections));
  if (arguments.strict) add("--strict");
  if (arguments.only_case) add(fmt::format("--case {}", *arguments.only_case));
  if (arguments.in_process) add("--in-process");
  if (!arguments.observe.empty()) add("--observe " + arguments.observe);
  if (arguments.no_shrink) add("--no-shrink");
  if (!arguments.suppressions.empty()) add("--suppress " + arguments.suppressions);
  return text;
}

report::CampaignReport report_of(const campaign::Plan& plan, const campaign::Result& result,
                                 const ProfilerChoice& profiler, const std::string& options, Memory& memory) {
  report::CampaignReport made;
  made.version = kVersion;
  made.runtime = plan.envelope.runtime.name;
  made.seed = plan.seed;
  made.profiler = plan.subject.library;
  made.sha256 = profiler.library.sha256;
  made.clsid = plan.subject.clsid;
  made.options = options;
  made.shards = {plan.shard.text()};
  made.planned = plan.cases_of_shard();
  made.cases = result.cases;
  made.refused = result.refused;
  made.refusal = result.refusal;
  made.unsteady = result.unsteady;
  made.unsteadiness = result.unsteadiness;
  made.milliseconds = static_cast<std::uint64_t>(result.elapsed.count());
  made.stopped = result.stopped;
  made.still = memory.still();
  made.mended = memory.mended();
  for (const campaign::Fault& fault : result.faults) made.faults.push_back(memory.keep(fault));
  for (const campaign::Allowed& each : result.allowed) {
    made.allowed.push_back({.rule = each.suppression->rule,
                            .detail = each.suppression->detail,
                            .reason = each.suppression->reason,
                            .times = each.times});
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

}  // namespace

int test_command(const TestArguments& arguments) {
  if (const std::string problem = check_numbers(arguments); !problem.empty()) return refuse(problem);
  campaign::Plan plan;
  if (const std::string problem = read_features(arguments, plan.envelope.features); !problem.empty())
    return refuse(problem);
  std::string problem_with_files;
  const std::vector<CampaignFile> files = read_campaign_files(arguments.reports, problem_with_files);
  if (!problem_with_files.empty()) return refuse(problem_with_files);
  runtimes::Loaded runtime = runtimes::load(arguments.runtime);
  if (!runtime.profile) {
    complain(runtime.errors);
    return kBadArguments;
  }
  plan.envelope.runtime = *runtime.profile;
  const std::optional<program::RuntimeProfile> plainer = runtimes::load(runtimes::kDefault).profile;
  plan.shrinking.plainer = plainer ? &*plainer : nullptr;
  if (!arguments.shard.empty()) {
    const auto shard = campaign::read_shard(arguments.shard);
    if (!shard) return refuse(fmt::format("--shard takes i/n with i from 1 to n, not '{}'", arguments.shard));
    plan.shard = *shard;
  } else if (campaign::FoundShard found = campaign::shard_of_environment(); !found.error.empty()) {
    return refuse(found.error);
  } else if (found.shard) {
    plan.shard = *found.shard;
  }
  if (!arguments.suppressions.empty()) {
    campaign::ReadSuppressions read = campaign::read_suppressions(arguments.suppressions);
    if (!read.errors.empty()) {
      complain(read.errors);
      return kBadArguments;
    }
    plan.suppressions = std::move(read.list);
  }
  if (!arguments.observe.empty()) {
    std::string problem;
    plan.subject.observation = scenario::read_observation(arguments.observe, problem);
    if (!problem.empty())
      return refuse(fmt::format("--observe knows no '{}'; {}", arguments.observe, problem));
    if (arguments.in_process)
      return refuse(
          "--observe needs a process for each run, which --in-process does not give; leave one out");
  }
  const ProfilerChoice profiler = choose_profiler(arguments.profiler, arguments.clsid, {});
  if (!profiler.error.empty()) return refuse(profiler.error);

  plan.seed = *read_seed(arguments.seed_text);
  plan.cases = arguments.cases;
  plan.only_case = arguments.only_case;
  if (arguments.seconds > 0)
    plan.time = std::chrono::milliseconds(static_cast<std::int64_t>(arguments.seconds * 1000));
  if (arguments.objects != 0 || arguments.collections != 0) plan.bounds = bounds_of(arguments);
  plan.jobs = arguments.jobs != 0 ? arguments.jobs : std::max(1u, std::thread::hardware_concurrency());
  plan.most_faults = arguments.most_faults;
  plan.shrinks = !arguments.no_shrink;
  plan.subject.library = profiler.library.path;
  plan.subject.clsid = profiler.clsid;
  plan.subject.selection = arguments.selection;
  plan.subject.strict = arguments.strict;
  plan.subject.in_process = arguments.in_process;
  plan.subject.run.timeout =
      std::chrono::milliseconds(static_cast<std::int64_t>(arguments.timeout_seconds * 1000));
  if (profiler.is_own_recorder) plan.subject.run.environment.emplace_back("GCRUCIBLE_RECORDER_OUT=/dev/null");
  plan.subject.run.environment.insert(plan.subject.run.environment.end(), arguments.environment.begin(),
                                      arguments.environment.end());

  const report::Style style = style_of_output(arguments.color);
  const auto line = [&](std::string_view head, std::string_view body) {
    if (!arguments.quiet) say(report::field(style, head, 10, body, report::Ink::kPlain));
  };
  if (!arguments.quiet) {
    say(report::field(style, "", 0,
                      fmt::format("gcrucible {}: runtime {}, engine simulated, seed {}", kVersion,
                                  plan.envelope.runtime.name, plan.seed),
                      report::Ink::kPlain));
  }
  line("profiler", fmt::format("{}\n{}\nsha256 {}, clsid {}", shown_path(style, plan.subject.library),
                               profiler.why, profiler.library.sha256.substr(0, 12), profiler.clsid));
  line("cases", fmt::format("{}{}, {} at a time{}", cases_text(plan),
                            plan.shard.count > 1 ? " (part " + plan.shard.text() + ")" : "", plan.jobs,
                            plan.time ? fmt::format(", for at most {} s", arguments.seconds) : ""));
  if (const std::string changed = not_default(arguments); !changed.empty()) line("options", changed);

  const campaign::TypePool pool;
  const campaign::Trial first =
      campaign::try_program(smallest_program(pool, plan.envelope.runtime, false), plan.subject);
  if (first.refused) return refuse(first.message);
  if (!first.unwritten.empty()) return refuse(first.unwritten);
  if (campaign::possible(plan.envelope.features, plan.envelope.runtime).has(campaign::Feature::kAttach)) {
    const campaign::Trial attached =
        campaign::try_program(smallest_program(pool, plan.envelope.runtime, true), plan.subject);
    if (attached.refused) {
      plan.envelope.features.set(campaign::Feature::kAttach, false);
      line("", "It cannot be attached, so that no case attaches it.");
    }
  }

  if (!arguments.debugger.empty()) {
    const std::string problem =
        debug(campaign::case_of(plan, pool, *plan.only_case), plan.subject.run, arguments.debugger);
    return problem.empty() ? 0 : refuse(problem);
  }
  Memory memory(arguments.folder, plan, profiler, arguments.environment, style, arguments.quiet);
  if (const std::string problem = memory.check(); !problem.empty()) return refuse(problem);
  CampaignDisplay display(plan, style, arguments.quiet);
  const Result known = memory.try_known(display);
  const campaign::Result result = campaign::run(plan, pool, display);
  display.finish();
  const bool interrupted = display.wants_stop();
  const int status = end_campaign(report_of(plan, result, profiler, not_default(arguments), memory), files,
                                  style, arguments.quiet, "test", known);
  return status == 0 && interrupted ? kInterrupted : status;
}

}  // namespace gcrucible::cli
