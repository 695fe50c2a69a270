#include "harness/scenario/expectation_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "harness/scenario/comparison.h"

namespace gcrucible::scenario {
namespace {

bool expects_something(const ExpectedCollection& expected) {
  return expected.moved || expected.surviving || expected.condemned || expected.induced || expected.queued ||
         expected.cleared || expected.order || expected.sequence || !expected.at.empty() ||
         !expected.generation.empty() || !expected.dead.empty() || !expected.alive.empty() ||
         !expected.moves.empty() || !expected.unmoved.empty() || !expected.together.empty() ||
         !expected.apart.empty() || !expected.ascending.empty() || !expected.references.empty() ||
         !expected.roots.empty() || !expected.dependent.empty() || !expected.allocated_by_class.empty() ||
         !expected.callbacks.empty();
}

// Collections that a profiler forced stand between those of the scenario's steps and have other lines.
const ToldCollection* next_told(const Told& told, std::size_t& from, std::uint32_t line) {
  for (std::size_t i = from; i < told.collections.size(); ++i) {
    if (told.collections[i].scenario_line != line) continue;
    from = i + 1;
    return &told.collections[i];
  }
  return nullptr;
}

void compare_started(const ExpectedCollection& expected, const ToldCollection& told, Comparison& comparison) {
  const Place place = expected.condemned ? expected.condemned->place : expected.reason_place;
  if ((!expected.condemned && !expected.induced) || comparison.skips("GarbageCollectionStarted", place))
    return;
  if (!told.started) {
    comparison.fail(place, "GarbageCollectionStarted", "no such call");
    return;
  }
  if (expected.condemned) {
    static constexpr std::string_view kNames[] = {"0", "1", "2", "loh", "poh", "frozen"};
    std::string wanted, got;
    for (std::size_t i = 0; i < std::size(kNames); ++i) {
      const auto generation = static_cast<program::Generation>(i);
      const bool listed =
          std::ranges::find(expected.condemned->items, generation) != expected.condemned->items.end();
      if (listed) wanted += (wanted.empty() ? "" : ", ") + std::string(kNames[i]);
      if (i < told.started->size() && (*told.started)[i])
        got += (got.empty() ? "" : ", ") + std::string(kNames[i]);
    }
    comparison.check(wanted == got, expected.condemned->place, "collected generations [" + wanted + "]",
                     "[" + got + "]", told.started_line);
  }
  if (expected.induced) {
    comparison.check((told.started_reason == 1) == *expected.induced, expected.reason_place,
                     *expected.induced ? "reason induced (1)" : "reason other (0)",
                     to_text(told.started_reason), told.started_line);
  }
}

}  // namespace

std::string ExpectationFinding::text() const {
  std::string where = trace_line ? fmt::format(" (line {} of the trace)", *trace_line) : "";
  std::string in = collection ? fmt::format(" in collection {}", *collection) : "";
  return fmt::format("{}:{}:{}: expected {}{}; got {}{}", file, place.line, place.column, expected, in, got,
                     where);
}

bool Comparison::check(bool holds, Place place, std::string expected, std::string got,
                       std::optional<std::uint64_t> line) {
  ++compared;
  if (holds) return true;
  std::optional<std::uint32_t> number;
  if (collection_ != nullptr) number = collection_->number;
  findings.push_back({scenario_->file, place, std::move(expected), std::move(got), line, number});
  return false;
}

bool Comparison::skips(const std::string& callback, Place place) {
  if (told_->can_tell(callback)) return false;
  skipped.push_back(
      {place, "the profiler is never told " + callback + ", because of its event mask or its interfaces"});
  return true;
}

std::vector<ExpectationFinding> ExpectationCheck::finish() {
  const Told& told = gatherer_.told();
  const Expectations& expect = scenario_->expect;
  Comparison comparison(*scenario_, told);
  std::size_t from = 0;
  for (const ExpectedCollection& expected : expect.collections) {
    const ToldCollection* const collection = next_told(told, from, expected.line);
    if (!expects_something(expected)) continue;
    if (collection == nullptr) {
      comparison.fail(expected.place, "this collection", "a run that ended before it");
      continue;
    }
    comparison.in(collection);
    compare_started(expected, *collection, comparison);
    compare_ranges(expected, *collection, comparison);
    compare_objects(expected, *collection, comparison);
    compare_references(expected, *collection, comparison);
    compare_calls(expected.callbacks, expected.order, collection->calls, comparison);
    if (expected.sequence) compare_sequence(*expected.sequence, collection->calls, comparison);
    comparison.in(nullptr);
  }
  for (const ExpectedAnswer& answer : expect.answers) compare_answer(answer, comparison);
  if (expect.collection_count) {
    comparison.check(told.collections.size() == *expect.collection_count, expect.collection_count_place,
                     fmt::format("{} collections", *expect.collection_count),
                     fmt::format("{}", told.collections.size()));
  }
  compare_calls(expect.callbacks, expect.order, told.calls, comparison);
  compared_ = comparison.compared;
  skipped_ = std::move(comparison.skipped);
  std::ranges::stable_sort(comparison.findings, {}, [](const ExpectationFinding& finding) {
    return std::tuple(finding.place.line, finding.place.column);
  });
  return std::move(comparison.findings);
}

std::vector<ExpectationFinding> check_breaks(const Scenario& scenario, std::span<const std::string> broken) {
  std::vector<ExpectationFinding> findings;
  for (const ExpectedRule& rule : scenario.expect.breaks) {
    if (std::ranges::find(broken, rule.rule) != broken.end()) continue;
    findings.push_back(
        {scenario.file, rule.place, "a break of rule " + rule.rule, "none", std::nullopt, std::nullopt});
  }
  return findings;
}

bool is_expected(const Expectations& expect, const std::string& rule) {
  return std::ranges::find(expect.breaks, rule, &ExpectedRule::rule) != expect.breaks.end();
}

}  // namespace gcrucible::scenario
