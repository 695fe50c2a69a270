#include "harness/cli/commands/test_checks.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

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

Expected<void> check_numbers(const TestArguments& arguments) {
  const auto positive = [](double value) { return value >= 0 && value <= kLongest; };
  if (!positive(arguments.timeout_seconds))
    return failure(fmt::format("--timeout takes a number from 0 to {} seconds; 0: no limit", kLongest));
  if (!positive(arguments.seconds))
    return failure(fmt::format("--time takes a number from 0 to {} seconds; 0: no limit", kLongest));
  if (arguments.shrink_seconds && !positive(*arguments.shrink_seconds))
    return failure(fmt::format("--shrink-time takes a number from 0 to {} seconds; 0: no limit", kLongest));
  if (!read_seed(arguments.seed_text))
    return failure(fmt::format("--seed takes a number from 0 to 2^64 - 1, not '{}'", arguments.seed_text));
  if (arguments.cases == 0) return failure("--cases 0 would test nothing; give at least 1");
  for (const auto& [option, value] :
       {std::pair("--jobs", arguments.jobs), std::pair("--objects", arguments.objects),
        std::pair("--collections", arguments.collections), std::pair("--heaps", arguments.heaps)}) {
    if (auto limited = check_limit(option, value); !limited) return limited;
  }
  return {};
}

// Rejects pairs of options that are valid alone and contradict each other.
Expected<void> check_together(const TestArguments& arguments) {
  if (arguments.only_case && arguments.cases)
    return failure("--case runs one case, and --cases sets how many; remove one");
  if (arguments.only_case && !arguments.shard.empty())
    return failure("--case runs one case, which has no parts; remove --shard");
  if (!arguments.debugger.empty() && !arguments.only_case)
    return failure(
        "--debugger runs one case; name it with --case, or run a scenario: gcrucible run --debugger FILE");
  if (!arguments.debugger.empty() && (!arguments.reports.empty() || arguments.strict))
    return failure("--debugger judges nothing; remove --report and --strict");
  if (!arguments.debugger.empty() && arguments.in_process)
    return failure("--debugger runs one case in its own process; remove --in-process");
  if (arguments.no_shrink && arguments.shrink_seconds)
    return failure("--no-shrink and --shrink-time contradict each other; remove one");
  if (!arguments.observe.empty() && arguments.in_process)
    return failure("--observe needs a process for each run, and --in-process has one for many; remove one");
  if (arguments.heaps != 0 && std::ranges::find(arguments.without, "server-heaps") != arguments.without.end())
    return failure("--heaps and --without server-heaps contradict each other; remove one");
  if (arguments.free_running && !arguments.observe.empty())
    return failure(
        "--observe compares runs that must be the same, and --free-running makes each different; remove "
        "one");
  for (const std::string& word : arguments.with) {
    if (std::ranges::find(arguments.without, word) != arguments.without.end())
      return failure(fmt::format("--with {} and --without {} contradict each other; remove one", word, word));
  }
  return {};
}

std::vector<std::string> words_of_features() {
  std::vector<std::string> words;
  for (const campaign::FeatureRow& row : campaign::feature_rows()) words.emplace_back(row.word);
  return words;
}

// Fails if a word is unknown.
Expected<Features> read_features(const TestArguments& arguments) {
  Features features = campaign::usual_features();
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
        return failure(
            fmt::format("--{0} takes one feature, not '{1}'; write --{0} before each of them", option, word));
      const auto feature = campaign::feature_of(word);
      if (!feature)
        return failure(fmt::format(
            "--{} has no feature '{}'; {}", option, word,
            yaml::suggestion(word, words_of_features(), "docs/reference/generated-programs.md lists them")));
      features.set(*feature, on);
    }
  }
  return features;
}

campaign::Bounds bounds_of(const TestArguments& arguments) {
  campaign::Bounds bounds;
  if (arguments.objects != 0) bounds.objects = arguments.objects;
  if (arguments.collections != 0) bounds.collections = arguments.collections;
  bounds.steps_between = std::max(1u, bounds.objects / bounds.collections);
  return bounds;
}

Expected<void> read_part(const TestArguments& arguments, campaign::Plan& plan) {
  if (!arguments.shard.empty()) {
    const auto shard = campaign::read_shard(arguments.shard);
    if (!shard)
      return failure(fmt::format("--shard takes i/n with i from 1 to n, not '{}'", arguments.shard));
    plan.shard = *shard;
    return {};
  }
  auto found = campaign::shard_of_environment();
  if (!found) return failure(std::move(found.error()));
  if (found->shard) plan.shard = *found->shard;
  plan.shard_of_runner = found->shard.has_value();
  plan.shard_hint = found->hint;
  return {};
}

}  // namespace

Expected<void> check_test(const TestArguments& arguments) {
  if (auto named = check_variables(arguments.environment); !named) return named;
  if (auto known = verdict::check_globs(arguments.selection); !known) return known;
  if (auto numbers = check_numbers(arguments); !numbers) return numbers;
  return check_together(arguments);
}

Expected<void> read_drawing(const TestArguments& arguments, campaign::Plan& plan) {
  auto features = read_features(arguments);
  if (!features) return failure(std::move(features.error()));
  plan.envelope.features = *features;
  auto runtime = runtimes::load(arguments.runtime);
  if (!runtime) return failure("--runtime: " + without_line_break(std::move(runtime.error())));
  plan.envelope.runtime = std::move(*runtime);
  plan.seed = *read_seed(arguments.seed_text);
  if (arguments.seconds > 0 && !arguments.only_case) plan.cases = campaign::kEndless;
  plan.cases = arguments.cases.value_or(plan.cases);
  plan.only_case = arguments.only_case;
  plan.envelope.free_running = arguments.free_running;
  plan.envelope.heaps = static_cast<std::uint16_t>(arguments.heaps);
  if (arguments.objects != 0 || arguments.collections != 0) plan.bounds = bounds_of(arguments);
  return read_part(arguments, plan);
}

std::string changed_options(const TestArguments& arguments) {
  std::vector<std::string> words;
  const auto add = [&](std::string word) { words.push_back(std::move(word)); };
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
  return fmt::format("{}", fmt::join(words, " "));
}

}  // namespace gcrucible::cli
