#include "harness/report/run_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "harness/abi/monitor_flags.h"

namespace gcrucible::report {
namespace {

// Rules of the other families, about threads, masks and calls, are judged in any run.
constexpr std::array<std::string_view, 16> kAboutCollections{
    "allocated-by-class", "allocation", "arrays",    "bracket",     "dependent-handles", "finalization",
    "generations",        "handles",    "moved",     "non-gc-heap", "objects",           "ranges",
    "references",         "roots",      "surviving", "suspension"};

// Number of judged rules about the notifications that the profiler received.
std::size_t rules_that_count(const RunReport& run) {
  const bool selected = std::ranges::any_of(
      run.verdicts, [](const rules::Verdict& verdict) { return is_about_collections(*verdict.rule); });
  const bool all = run.notes.collections == 0 || !selected;
  return static_cast<std::size_t>(std::ranges::count_if(run.verdicts, [&](const rules::Verdict& verdict) {
    // Rules about the profiler's own behaviour do not check its notifications.
    return verdict.rule->breaker == rules::Breaker::kRuntime &&
           verdict.standing != rules::Standing::kNotEvaluable && (all || is_about_collections(*verdict.rule));
  }));
}

bool is_advice_broken(const RunReport& run, const rules::Verdict& verdict) {
  return verdict.rule->kind == rules::RuleKind::kAdvice && run.counts_as_broken(verdict);
}

std::string mask_text(rules::EventMask mask) {
  return mask.high == 0 ? fmt::format("{:#x}", mask.low)
                        : fmt::format("{:#x} and high {:#x}", mask.low, mask.high);
}

// High flags that, without other flags, deliver nothing in this runtime.
std::uint32_t silent_alone(std::string_view runtime) {
  constexpr std::pair<std::string_view, std::uint32_t> kFlags[] = {
      {"masks/moved-objects-alone-silent", abi::COR_PRF_HIGH_MONITOR_GC_MOVED_OBJECTS},
      {"masks/pinned-objects-alone-silent", abi::COR_PRF_HIGH_MONITOR_PINNEDOBJECT_ALLOCATED}};
  std::uint32_t flags = 0;
  for (const auto& [id, flag] : kFlags) {
    const rules::Rule* const rule = rules::find_rule(id);
    if (rule != nullptr && rules::excuse(*rule, runtime).empty()) flags |= flag;
  }
  return flags;
}

}  // namespace

bool is_about_collections(const rules::Rule& rule) {
  const std::string_view family = rule.id.substr(0, rule.id.find('/'));
  return std::ranges::find(kAboutCollections, family) != kAboutCollections.end();
}

int exit_status(Result result) {
  switch (result) {
    case Result::kUnchecked:
      return exit_status(Result::kBroken);
    case Result::kRefused:
    case Result::kCouldNotRun:
    case Result::kCutOff:
      return exit_status(Result::kBadInput);
    case Result::kPartial:
    case Result::kNotPlayed:
      return exit_status(Result::kPass);
    default:
      return static_cast<int>(result);
  }
}

std::string_view name_of(Result result) {
  constexpr std::array<std::string_view, 13> kNames{
      "pass",    "broken",  "bad input",  "crashed", "hung",    "unchecked",    "refused",
      "cut off", "partial", "not played", "stopped", "not run", "could not run"};
  return kNames[static_cast<std::size_t>(result)];
}

Result worse(Result a, Result b) {
  constexpr std::array kBestFirst{
      Result::kPass,   Result::kNotPlayed, Result::kPartial,     Result::kNotRun,  Result::kStopped,
      Result::kCutOff, Result::kBadInput,  Result::kCouldNotRun, Result::kRefused, Result::kUnchecked,
      Result::kBroken, Result::kHung,      Result::kCrashed};
  const auto rank = [&](Result each) { return std::find(kBestFirst.begin(), kBestFirst.end(), each); };
  return rank(a) < rank(b) ? b : a;
}

bool RunReport::is_expected(std::string_view rule) const {
  return std::find(expected_breaks.begin(), expected_breaks.end(), rule) != expected_breaks.end();
}

bool RunReport::is_not_compared(std::string_view rule) const {
  return std::ranges::find(breaks_not_compared, rule) != breaks_not_compared.end();
}

bool RunReport::is_consequence(const rules::Verdict& verdict) const {
  const auto is_set_aside = [this](const rules::Rule& rule) {
    return is_expected(rule.id) || is_not_compared(rule.id);
  };
  return verdict.follows != nullptr && !is_set_aside(*verdict.rule) && !is_set_aside(*verdict.follows);
}

bool RunReport::counts_as_broken(const rules::Verdict& verdict) const {
  return verdict.standing == rules::Standing::kBroken && !is_consequence(verdict) &&
         !is_expected(verdict.rule->id) && !is_not_compared(verdict.rule->id);
}

rules::Counts RunReport::counts(std::optional<rules::Breaker> breaker) const {
  rules::Counts counts = breaker ? rules::count(verdicts, *breaker) : rules::count(verdicts);
  counts.broken -= static_cast<std::size_t>(std::ranges::count_if(verdicts, [&](const auto& verdict) {
    return is_consequence(verdict) && (!breaker || verdict.rule->breaker == *breaker);
  }));
  return counts;
}

bool RunReport::asked_nothing() const {
  return notes.mask_known && notes.asked.low == 0 && (notes.asked.high & ~silent_alone(runtime)) == 0;
}

bool RunReport::lacks_its_probe() const {
  return found_as.ends_with("(gcrucible_probe)") && (notes.probe.asked == 0 || notes.probe.is_mute());
}

std::string RunReport::unchecked() const {
  if (!not_started.empty()) return "nothing was checked: " + not_started;
  if (without_its_profiler)
    return "its finding was not checked: no profiler was named, and this scenario checks one";
  if (lacks_its_probe()) {
    return fmt::format("its finding was not checked: {} is judged by the probe, and {}",
                       found_as.substr(0, found_as.find(' ')),
                       notes.probe.asked != 0 ? notes.probe.why_mute()
                       : profiler.empty()     ? "Profiler::probe() was not called"
                                              : "the library exports no gcrucible_probe");
  }
  if (asked_nothing() && notes.asked != rules::EventMask{}) {
    return fmt::format("nothing was checked: the profiler's event mask {} alone enables no events in {}",
                       mask_text(notes.asked), runtime);
  }
  if (asked_nothing())
    return "nothing was checked: the profiler enabled no events (SetEventMask was never called, or was "
           "called with 0)";
  if (rules_that_count(*this) != 0) return {};
  const rules::Counts counts = this->counts();
  std::string why = counts.kept + counts.broken != 0 ? "no rule about collections could be judged"
                                                     : "no rule could be judged";
  if (verdicts.empty()) {
    why = "no rule was judged, because --only and --skip leave none";
  } else if (notes.mask_known && notes.collections != 0) {
    why += " under the profiler's event mask " + mask_text(notes.asked);
  }
  if (expectations_reported + expectations_failed.size() != 0) return why;
  why = "nothing was checked: " + why;
  if (scenario.empty()) return why;
  if (expectations_compared != 0)
    return why + ", and the expectations that were compared concern only the simulated heap";
  return why + (expectations_skipped.empty() ? ", and the scenario states no expectation"
                                             : ", and no expectation was compared");
}

std::string RunReport::advice() const {
  std::string text;
  for (const rules::Verdict& verdict : verdicts) {
    if (is_advice_broken(*this, verdict)) text += (text.empty() ? "" : "; ") + std::string(verdict.rule->id);
  }
  for (const SlowCallback& each : slow_callbacks)
    text += (text.empty() ? "" : "; ") + each.callback + " holds up collections";
  return text.empty() ? text : "advice: " + text;
}

bool RunReport::nothing_checked() const {
  return !not_started.empty() || misses_its_finding() || asked_nothing() ||
         rules_that_count(*this) + expectations_reported + expectations_failed.size() == 0;
}

Result RunReport::shown_result() const {
  return result == Result::kPass && must_check && nothing_checked() ? Result::kUnchecked : result;
}

std::string_view RunReport::label() const {
  return no_profiler ? std::string_view("no profiler") : name_of(shown_result());
}

std::string RunReport::nothing_compared() const {
  if (expectations_not_compared == 0 || expectations_compared + expectations_failed.size() != 0) return {};
  return fmt::format("no expectation was compared ({} stated)", expectations_not_compared);
}

bool RunReport::broken() const {
  return unexpected_breaks() != 0 || !expectations_failed.empty() || !notes.audit.empty() ||
         !notes.scribbles.empty() || !notes.intrusions.empty() || !notes.references.empty() ||
         !notes.process.empty();
}

std::size_t RunReport::unexpected_breaks() const {
  return static_cast<std::size_t>(
      std::count_if(verdicts.begin(), verdicts.end(), [&](const rules::Verdict& verdict) {
        return verdict.rule->kind != rules::RuleKind::kAdvice && counts_as_broken(verdict);
      }));
}

std::size_t RunReport::advice_not_taken() const {
  return static_cast<std::size_t>(std::ranges::count_if(
      verdicts, [&](const rules::Verdict& verdict) { return is_advice_broken(*this, verdict); }));
}

}  // namespace gcrucible::report
