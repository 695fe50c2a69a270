#include "harness/campaign/calibration.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <variant>

#include "harness/program/plain_telling.h"
#include "harness/program/random.h"

namespace gcrucible::campaign {
namespace {

constexpr std::uint64_t kWholePrograms = 6;
// So many that blocks are divided in some of them.
constexpr std::uint64_t kCutPrograms = 12;
// A profiler that sleeps in callbacks is not waited for before its first case.
constexpr std::chrono::seconds kLongest{10};
constexpr int kSize = 80;  // as bounds_of() counts

// What of one observation has been seen in all programs so far.
struct Seen {
  scenario::Observation observation;
  bool any = false;
  bool steady = true;
  bool same_result = true;
};

// Small, told on one thread, and nothing moves in it. Whole: no block is cut in two or joined to the next.
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
    if (whole) collect->telling.liberties = 0;
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

std::string text_of(const std::vector<Seen>& seen) {
  const std::string unsteady = list_of(seen, [](const Seen& each) { return each.any && !each.steady; });
  const std::string logs =
      list_of(seen, [](const Seen& each) { return each.any && each.steady && !each.same_result; });
  const std::string compared =
      list_of(seen, [](const Seen& each) { return each.any && each.steady && each.same_result; });
  std::string text =
      compared.empty()
          ? "No case is compared with another presentation of its program."
          : "One case of eight is compared with another presentation of its program, by " + compared + ".";
  if (!unsteady.empty()) text += " Not by " + unsteady + ": one program played twice does not give the same.";
  if (!logs.empty())
    text += " Not by " + logs +
            ", which follow the presentation where nothing moves; --observe names what is a result.";
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
  const auto begun = std::chrono::steady_clock::now();
  // Of a profiler that loses offsets the calls follow the blocks, even where nothing moves, and of what it
  // prints they may be a statistic: calls are looked at where all blocks are whole.
  for (const bool whole : {true, false}) {
    // A slow profiler is not played again for what it does not print.
    if (!whole && !seen[1].any) break;
    for (std::uint64_t number = 0; number < (whole ? kWholePrograms : kCutPrograms); ++number) {
      if (std::chrono::steady_clock::now() - begun > kLongest) {
        return {.compared = {},
                .text =
                    "No case is compared with another presentation of its program: to see whether that can "
                    "be done would take too long with this profiler; --observe names what is a result."};
      }
      const program::Program program = still_program(plan, pool, number, whole);
      const std::vector<std::string> first = tester.see_all(program);
      if (first.empty()) continue;  // the cases show why
      const std::vector<std::string> second = tester.see_all(program);
      const std::vector<std::string> plain = tester.see_all(program::told_plainly(program));
      for (std::size_t i = whole ? 0 : 1; i < seen.size(); ++i) {
        seen[i].any |= !first[i].empty();
        seen[i].steady &= !second.empty() && first[i] == second[i];
        seen[i].same_result &= !plain.empty() && first[i] == plain[i];
      }
    }
  }
  Calibration made{.compared = {}, .text = text_of(seen)};
  for (Seen& each : seen) {
    if (each.any && each.steady && each.same_result) made.compared.push_back(std::move(each.observation));
  }
  return made;
}

}  // namespace gcrucible::campaign
