#include "harness/cli/commands/test_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "harness/cli/campaign/campaign_end.h"
#include "harness/cli/commands/preflight_checks.h"
#include "harness/cli/options/campaign_limits.h"
#include "harness/cli/options/run_options.h"
#include "harness/runtimes/runtimes.h"
#include "harness/verdict/rule_globs.h"
#include "harness/yaml/nearest.h"

namespace gcrucible::cli {
namespace {

using campaign::Features;

constexpr double kLongest = 1e6;

std::string check_numbers(const TestArguments& arguments) {
  const auto positive = [](double value) { return value >= 0 && value <= kLongest; };
  if (!positive(arguments.timeout_seconds))
    return fmt::format("--timeout takes seconds up to {}, 0 for ever", kLongest);
  if (!positive(arguments.seconds))
    return fmt::format("--time takes seconds up to {}, 0 for no limit", kLongest);
  if (arguments.shrink_seconds && !positive(*arguments.shrink_seconds))
    return fmt::format("--shrink-time takes seconds up to {}, 0 for no limit", kLongest);
  if (!read_seed(arguments.seed_text))
    return fmt::format("--seed takes a number from 0 to 2^64 - 1, not '{}'", arguments.seed_text);
  if (arguments.cases == 0) return "--cases 0 would try nothing; give a number from 1 on";
  for (const auto& [option, value] :
       {std::pair("--jobs", arguments.jobs), std::pair("--objects", arguments.objects),
        std::pair("--collections", arguments.collections), std::pair("--heaps", arguments.heaps)}) {
    if (std::string problem = beyond_limit(option, value); !problem.empty()) return problem;
  }
  return {};
}

// Rejects pairs of options that are valid alone and contradict each other.
std::string check_together(const TestArguments& arguments) {
  if (arguments.only_case && arguments.cases)
    return "--case plays one case, and --cases says how many; leave one out";
  if (arguments.only_case && !arguments.shard.empty())
    return "--case plays one case, which is no part of a campaign; leave --shard out";
  if (!arguments.debugger.empty() && !arguments.only_case)
    return "--debugger plays one case; name it by --case, or play a scenario: gcrucible run --debugger FILE";
  if (!arguments.debugger.empty() && (!arguments.reports.empty() || arguments.strict))
    return "under --debugger nothing is judged; leave --report and --strict out";
  if (!arguments.debugger.empty() && arguments.in_process)
    return "--debugger plays one case in a process of its own; leave --in-process out";
  if (arguments.no_shrink && arguments.shrink_seconds)
    return "--no-shrink makes nothing smaller, for which --shrink-time gives the time; leave one out";
  if (!arguments.observe.empty() && arguments.in_process)
    return "--observe needs a process for each run, which --in-process does not give; leave one out";
  if (arguments.heaps != 0 && std::ranges::find(arguments.without, "server-heaps") != arguments.without.end())
    return "--heaps and --without server-heaps contradict each other; leave one out";
  if (arguments.free_running && !arguments.observe.empty())
    return "--observe compares runs that must be the same, and with --free-running none is; leave one out";
  for (const std::string& word : arguments.with) {
    if (std::ranges::find(arguments.without, word) != arguments.without.end())
      return fmt::format("--with {} and --without {} contradict each other; leave one out", word, word);
  }
  return {};
}

std::vector<std::string> words_of_features() {
  std::vector<std::string> words;
  for (const campaign::FeatureRow& row : campaign::feature_rows()) words.emplace_back(row.word);
  return words;
}

// Returns an error message; empty if all words are known.
std::string read_features(const TestArguments& arguments, Features& features) {
  features = campaign::usual_features();
  // Features outside the usual set are added to it.
  const auto is_usual = [&](const std::string& word) {
    const auto feature = campaign::feature_of(word);
    return !feature || features.has(*feature);
  };
  if (std::ranges::any_of(arguments.with, is_usual)) features = {};
  for (const bool on : {true, false}) {
    for (const std::string& word : on ? arguments.with : arguments.without) {
      const char* const option = on ? "with" : "without";
      if (word.find(',') != std::string::npos)
        return fmt::format("--{0} takes one feature, not '{1}'; write --{0} before each of them", option,
                           word);
      const auto feature = campaign::feature_of(word);
      if (!feature)
        return fmt::format("--{} knows no feature '{}'; {}", option, word,
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

std::string read_part(const TestArguments& arguments, campaign::Plan& plan) {
  if (!arguments.shard.empty()) {
    const auto shard = campaign::read_shard(arguments.shard);
    if (!shard) return fmt::format("--shard takes i/n with i from 1 to n, not '{}'", arguments.shard);
    plan.shard = *shard;
    return {};
  }
  const campaign::FoundShard found = campaign::shard_of_environment();
  if (!found.error.empty()) return found.error;
  if (found.shard) plan.shard = *found.shard;
  plan.shard_of_runner = found.shard.has_value();
  plan.shard_hint = found.hint;
  return {};
}

}  // namespace

std::string check_test(const TestArguments& arguments) {
  if (std::string problem = no_variable(arguments.environment); !problem.empty()) return problem;
  if (std::string problem = verdict::unknown_glob(arguments.selection); !problem.empty()) return problem;
  if (std::string problem = check_numbers(arguments); !problem.empty()) return problem;
  return check_together(arguments);
}

std::string read_drawing(const TestArguments& arguments, campaign::Plan& plan) {
  if (std::string problem = read_features(arguments, plan.envelope.features); !problem.empty())
    return problem;
  runtimes::Loaded runtime = runtimes::load(arguments.runtime);
  if (!runtime.profile) return "--runtime: " + without_line_break(runtime.errors);
  plan.envelope.runtime = *runtime.profile;
  plan.seed = *read_seed(arguments.seed_text);
  plan.cases = arguments.cases.value_or(plan.cases);
  plan.only_case = arguments.only_case;
  plan.envelope.free_running = arguments.free_running;
  plan.envelope.heaps = static_cast<std::uint16_t>(arguments.heaps);
  if (arguments.objects != 0 || arguments.collections != 0) plan.bounds = bounds_of(arguments);
  return read_part(arguments, plan);
}

std::string changed_options(const TestArguments& arguments) {
  std::string text;
  const auto add = [&](const std::string& word) { text += (text.empty() ? "" : " ") + word; };
  for (const std::string& each : arguments.environment) add("--env " + each);
  for (const std::string& each : arguments.with) add("--with " + each);
  for (const std::string& each : arguments.without) add("--without " + each);
  for (const std::string& each : arguments.selection.only) add("--only " + each);
  for (const std::string& each : arguments.selection.skip) add("--skip " + each);
  if (arguments.objects != 0) add(fmt::format("--objects {}", arguments.objects));
  if (arguments.collections != 0) add(fmt::format("--collections {}", arguments.collections));
  if (arguments.heaps != 0) add(fmt::format("--heaps {}", arguments.heaps));
  if (arguments.free_running) add("--free-running");
  if (arguments.strict) add("--strict");
  if (arguments.allow_unchecked) add(kAllowUnchecked);
  if (arguments.only_case) add(fmt::format("--case {}", *arguments.only_case));
  if (arguments.in_process) add("--in-process");
  if (!arguments.observe.empty()) add("--observe " + arguments.observe);
  if (arguments.no_shrink) add("--no-shrink");
  const TestArguments usual;
  if (arguments.timeout_seconds != usual.timeout_seconds)
    add(fmt::format("--timeout {}", arguments.timeout_seconds));
  if (!arguments.suppressions.empty()) add("--suppress " + arguments.suppressions);
  return text;
}

}  // namespace gcrucible::cli
