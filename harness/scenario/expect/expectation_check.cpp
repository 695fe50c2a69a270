#include "harness/scenario/expect/expectation_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "harness/abi/hresults.h"
#include "harness/scenario/expect/comparison.h"
#include "harness/scenario/language/words.h"

namespace gcrucible::scenario {
namespace {

bool expects_something(const ExpectedCollection& expected) {
  return expected.moved || expected.surviving || expected.condemned || expected.induced || expected.queued ||
         expected.cleared || expected.order || expected.sequence || !expected.at.empty() ||
         !expected.generation.empty() || !expected.dead.empty() || !expected.alive.empty() ||
         !expected.moves.empty() || !expected.unmoved.empty() || !expected.together.empty() ||
         !expected.apart.empty() || !expected.ascending.empty() || !expected.references.empty() ||
         !expected.roots.empty() || !expected.dependent.empty() || !expected.allocated_by_class.empty() ||
         !expected.callbacks.empty() || !expected.departures.empty();
}

// The collections of a line, in reported order. Collections that a profiler forced come between those of the
// scenario's steps and have other lines. A background collection that blocks comes before its step. Several
// steps may share a line.
using ObservedByLine = std::multimap<std::uint32_t, const ObservedCollection*>;

const ObservedCollection* take_first(ObservedByLine& observed, std::uint32_t line) {
  const auto first = observed.lower_bound(line);
  if (first == observed.end() || first->first != line) return nullptr;
  return observed.extract(first).mapped();
}

std::string reason_name(std::uint64_t reason) {
  return reason == 0 ? "other (0)" : reason == 1 ? "induced (1)" : to_text(reason);
}

void compare_started(const ExpectedCollection& expected, const ObservedCollection& observed,
                     Comparison& comparison) {
  const Place place = expected.condemned ? expected.condemned->place : expected.reason_place;
  const std::size_t count = (expected.condemned ? 1u : 0u) + (expected.induced ? 1u : 0u);
  if (count == 0 || comparison.skips("GarbageCollectionStarted", place, count)) return;
  if (!observed.started) {
    comparison.fail(place, "a call of GarbageCollectionStarted",
                    "there was none" + comparison.because("GarbageCollectionStarted"));
    return;
  }
  if (expected.condemned) {
    std::string wanted, got;
    for (std::size_t i = 0; i < generation_words().size(); ++i) {
      const auto generation = static_cast<program::Generation>(i);
      const bool listed =
          std::ranges::find(expected.condemned->items, generation) != expected.condemned->items.end();
      const std::string name = generation_name(static_cast<std::uint32_t>(i));
      if (listed) wanted += (wanted.empty() ? "" : ", ") + name;
      if (i < observed.started->size() && (*observed.started)[i] != 0)
        got += (got.empty() ? "" : ", ") + name;
    }
    comparison.check(
        wanted == got, expected.condemned->place,
        "GarbageCollectionStarted to report that it collects " + (wanted.empty() ? "nothing" : wanted),
        "it said " + (got.empty() ? "nothing" : got), observed.started_line);
  }
  if (expected.induced) {
    comparison.check(
        (observed.started_reason == 1) == *expected.induced, expected.reason_place,
        fmt::format("GarbageCollectionStarted to give the reason {}", reason_name(*expected.induced)),
        fmt::format("it gave {}", reason_name(observed.started_reason)), observed.started_line);
  }
}

}  // namespace

std::string name_in_quotes(std::string_view name) {
  return "\"" + std::string(name) + "\"";
}

std::string generation_name(std::uint32_t generation) {
  if (generation >= generation_words().size()) return "generation " + to_text(generation);
  std::string word = generation_words()[generation];
  if (generation <= 2) return "gen " + word;
  if (word == "loh" || word == "poh")
    std::ranges::transform(word, word.begin(), [](char c) { return static_cast<char>(c - 32); });
  return word;
}

std::string counted(std::uint64_t count, std::string_view noun) {
  return count == 0 ? fmt::format("no {}", noun) : fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string there_were(std::uint64_t count) {
  if (count == 0) return "there was none";
  return count == 1 ? "there was 1" : fmt::format("there were {}", count);
}

std::string ExpectationFinding::text() const {
  const std::string where = trace_line ? fmt::format(" (line {} of the trace)", *trace_line) : "";
  const std::string in = collection ? fmt::format("collection {}: ", *collection) : "";
  return fmt::format("{}:{}:{}: {}expected {}, but {}{}", file, place.line, place.column, in, expected, got,
                     where);
}

bool Comparison::check(bool holds, Place place, std::string expected, std::string got,
                       std::optional<std::uint64_t> line) {
  ++compared;
  if (holds) return true;
  std::optional<std::uint32_t> number;
  if (collection_ != nullptr) number = collection_->model.number;
  findings.push_back({scenario_->file, place, std::move(expected), std::move(got), line, number});
  return false;
}

std::string Comparison::why_unreported(const std::string& callback) const {
  return summary_->why_unreported(callback, scenario_->program.runtime, collection_);
}

bool Comparison::skips(const std::string& callback, Place place, std::size_t count) {
  std::string why = why_unreported(callback);
  if (why.empty()) return false;
  skip(place, std::move(why), count);
  return true;
}

std::string Comparison::because(const std::string& callback) const {
  if (std::string failure = because_of_failure(callback); !failure.empty()) return failure;
  const std::string& away = collection_ != nullptr ? collection_->away : summary_->away;
  if (!away.empty()) return ", because " + away;
  const std::string mask = summary_->why_unreported_later(callback, scenario_->program.runtime, collection_);
  return mask.empty() ? std::string() : ", because " + mask;
}

std::string Comparison::because_of_failure(const std::string& callback) const {
  const ObservedFailure* const failure = summary_->unobservable(callback, collection_);
  if (failure == nullptr) return {};
  const std::string_view name = abi::hresult_name(failure->hr);
  return fmt::format(", because the profiler returned {} from {} at line {} of the trace",
                     name.empty() ? fmt::format("0x{:08X}", static_cast<std::uint32_t>(failure->hr)) : name,
                     rules::name_of(failure->callback), failure->line);
}

namespace {

std::string hresult_or(std::optional<std::int32_t> hr, const char* none) {
  return hr ? abi::hresult_text(*hr) : none;
}

void compare_initialize(const Expectations& expect, const TraceSummary& summary, Comparison& comparison) {
  if (!expect.initialize) return;
  comparison.check(summary.initialized == expect.initialize, expect.initialize_place,
                   "Initialize to return " + abi::hresult_text(*expect.initialize),
                   "it returned " + hresult_or(summary.initialized, "nothing"), summary.initialized_line);
}

}  // namespace

// Initialize returns before all actions of the profiler.
void ExpectationCheck::set_aside(Comparison& comparison, const std::string& actions) const {
  std::vector<ExpectationFinding> stay;
  for (ExpectationFinding& finding : comparison.findings) {
    const Place& initialize = scenario_->expect.initialize_place;
    const bool is_first = scenario_->expect.initialize && finding.place.line == initialize.line &&
                          finding.place.column == initialize.column;
    if (is_first) {
      stay.push_back(std::move(finding));
      continue;
    }
    --comparison.compared;
    comparison.skip(finding.place, actions + ", which the scenario does not mention");
  }
  comparison.findings = std::move(stay);
}

std::vector<ExpectationFinding> ExpectationCheck::finish() {
  const TraceSummary& summary = gatherer_.summary();
  const Expectations& expect = scenario_->expect;
  Comparison comparison(*scenario_, summary);
  ObservedByLine by_line;
  for (const ObservedCollection& each : summary.collections) by_line.emplace(each.model.scenario_line, &each);
  for (const ExpectedCollection& expected : expect.collections) {
    const ObservedCollection* const collection = take_first(by_line, expected.line);
    if (!expects_something(expected)) continue;
    if (collection == nullptr) {
      comparison.fail(expected.place, "this collection to be made", "the run ended before it");
      continue;
    }
    comparison.in(collection);
    compare_started(expected, *collection, comparison);
    compare_ranges(expected, *collection, comparison);
    const std::size_t before = comparison.compared;
    compare_objects(expected, *collection, comparison);
    comparison.of_heap += comparison.compared - before;
    compare_references(expected, *collection, comparison);
    compare_calls(expected.callbacks, expected.order, collection->calls, comparison);
    if (expected.sequence) compare_sequence(*expected.sequence, collection->calls, comparison);
    compare_departures(expected.departures, collection->model.number, comparison);
    comparison.in(nullptr);
  }
  for (const ExpectedAnswer& answer : expect.answers) {
    const std::size_t before = comparison.compared;
    compare_answer(answer, comparison);
    if (answer.inside.empty()) comparison.of_heap += comparison.compared - before;
  }
  if (expect.collection_count) {
    ++comparison.of_heap;
    comparison.check(summary.collections.size() == *expect.collection_count, expect.collection_count_place,
                     counted(*expect.collection_count, "collection") + " in the whole run",
                     there_were(summary.collections.size()));
  }
  compare_initialize(expect, summary, comparison);
  compare_calls(expect.callbacks, expect.order, summary.calls, comparison);
  compare_departures(expect.departures, 0, comparison);
  if (rules_) compare_breaks(expect.breaks, *rules_, comparison);
  if (const std::string actions = gatherer_.actions().text(); sets_actions_aside_ && !actions.empty())
    set_aside(comparison, actions);
  compared_ = comparison.compared;
  of_heap_ = std::min(comparison.of_heap, compared_);
  skipped_ = std::move(comparison.skipped);
  std::ranges::stable_sort(comparison.findings, {}, [](const ExpectationFinding& finding) {
    return std::tuple(finding.place.line, finding.place.column);
  });
  return std::move(comparison.findings);
}

Expectations portable(const Expectations& expect) {
  Expectations result;
  for (const ExpectedCollection& each : expect.collections) {
    ExpectedCollection& kept = result.collections.emplace_back();
    kept.line = each.line;
    kept.place = each.place;
    kept.dead = each.dead;
    kept.alive = each.alive;
    kept.condemned = each.condemned;
    kept.induced = each.induced;
    kept.reason_place = each.reason_place;
  }
  return result;
}

}  // namespace gcrucible::scenario
