#include "harness/campaign/calibration.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <variant>

#include "harness/program/plain_reporting.h"
#include "harness/program/random.h"

namespace gcrucible::campaign {
namespace {

constexpr std::uint64_t kWholePrograms = 6;
// Large enough that some of the programs have divided blocks.
constexpr std::uint64_t kCutPrograms = 12;
// Time limit: the first case must not wait long for a profiler that sleeps in callbacks.
constexpr std::chrono::seconds kLongest{10};
constexpr int kSize = 80;  // size for bounds_of()

// The results of one observation over all programs so far.
struct Seen {
  scenario::Observation observation;
  bool any = false;
  bool steady = true;
  bool same_result = true;
};

// A small program whose collections are reported on one thread and move nothing. `whole`: blocks are neither
// divided nor joined.
program::Program still_program(const Plan& plan, const TypePool& pool, std::uint64_t number, bool whole) {
  Envelope envelope = plan.envelope;
  for (const Feature each : {Feature::kHugeObjects, Feature::kServerHeaps, Feature::kTogether,
                             Feature::kAttach, Feature::kDetach, Feature::kShutdown, Feature::kBackground})
    envelope.features.set(each, false);
  envelope.heaps = 0;
  const std::uint64_t seed = program::choice_key(plan.seed, number, "calibration");
  program::Program made = generate(pool, envelope, seed, bounds_of(kSize)).program;
  for (program::Step& step : made.steps) {
    auto* const collect = std::get_if<program::Collect>(&step.action);
    if (collect == nullptr) continue;
    for (program::Mode& each : collect->mode) {
      if (each != program::Mode::kPolicy) each = program::Mode::kSweep;
    }
    if (whole) collect->reporting.liberties = 0;
  }
  return made;
}

std::string list_of(const std::vector<Seen>& seen, bool (*chosen)(const Seen&)) {
  std::string text;
  for (const Seen& each : seen) {
    if (chosen(each)) text += (text.empty() ? "" : " and ") + scenario::text_of(each.observation);
  }
  return text;
}

// `played`: whether at least one run came to its end.
std::string text_of(const std::vector<Seen>& seen, bool played) {
  if (!played)
    return "No case is compared with another presentation of its program: the profiler died or hung in each "
           "trial run before the campaign.";
  const std::string unsteady = list_of(seen, [](const Seen& each) { return each.any && !each.steady; });
  const std::string logs =
      list_of(seen, [](const Seen& each) { return each.any && each.steady && !each.same_result; });
  if (std::ranges::none_of(seen, &Seen::any)) {
    return "No case is compared with another presentation of its program: the profiler calls no Info method "
           "and prints nothing; --observe names an output to compare.";
  }
  const std::string compared =
      list_of(seen, [](const Seen& each) { return each.any && each.steady && each.same_result; });
  std::string text =
      compared.empty()
          ? "No case is compared with another presentation of its program."
          : "One case of eight is compared with another presentation of its program, by " + compared + ".";
  if (!unsteady.empty())
    text += " Not by " + unsteady + ": one program run twice does not give the same output.";
  if (!logs.empty())
    text += " Not by " + logs +
            ": two presentations differ in it even where nothing moves, as in a log. --observe names the "
            "output to compare.";
  return text;
}

}  // namespace

Calibration calibrate(const Plan& plan, const TypePool& pool) {
  if (plan.subject.observation || plan.subject.in_process) return {};
  using Kind = scenario::Observation::Kind;
  std::vector<Seen> seen{{.observation = {.kind = Kind::kCalls, .text = {}}},
                         {.observation = {.kind = Kind::kOutput, .text = {}}}};
  Subject subject = plan.subject;
  for (const Seen& each : seen) subject.compared.push_back(each.observation);
  Tester tester(subject);
  bool played = false;
  const auto begun = std::chrono::steady_clock::now();
  // If a profiler loses offsets, its Info calls depend on the blocks even when nothing moves. Its output may
  // then be a statistic. Calls are therefore compared with whole blocks only.
  for (const bool whole : {true, false}) {
    // A slow profiler that prints nothing is not played again.
    if (!whole && !seen[1].any) break;
    for (std::uint64_t number = 0; number < (whole ? kWholePrograms : kCutPrograms); ++number) {
      if (std::chrono::steady_clock::now() - begun > kLongest) {
        return {.compared = {},
                .text =
                    "No case is compared with another presentation of its program: with this profiler the "
                    "first try takes too long; --observe names the output to compare."};
      }
      const program::Program program = still_program(plan, pool, number, whole);
      const std::vector<std::string> first = tester.see_all(program);
      if (first.empty()) continue;  // the cases will report the error
      played = true;
      const std::vector<std::string> second = tester.see_all(program);
      const std::vector<std::string> plain = tester.see_all(program::played_plainly(program));
      for (std::size_t i = whole ? 0 : 1; i < seen.size(); ++i) {
        seen[i].any |= !first[i].empty();
        seen[i].steady &= !second.empty() && first[i] == second[i];
        seen[i].same_result &= !plain.empty() && first[i] == plain[i];
      }
    }
  }
  Calibration made{.compared = {}, .text = text_of(seen, played)};
  for (Seen& each : seen) {
    if (each.any && each.steady && each.same_result) made.compared.push_back(std::move(each.observation));
  }
  return made;
}

}  // namespace gcrucible::campaign
