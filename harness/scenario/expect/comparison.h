// Shared by the parts of the expectation check: collects findings.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/scenario/expect/expectation_check.h"

namespace gcrucible::scenario {

class Comparison {
 public:
  Comparison(const Scenario& scenario, const TraceSummary& summary)
      : scenario_(&scenario), summary_(&summary) {}

  const TraceSummary& summary() const { return *summary_; }
  const Scenario& scenario() const { return *scenario_; }
  // Later findings are about this collection. Null: about no collection.
  void in(const ObservedCollection* collection) { collection_ = collection; }

  // Counts a comparison. If `holds` is false, reports "expected <expected>, but <got>".
  bool check(bool holds, Place place, std::string expected, std::string got,
             std::optional<std::uint64_t> line = std::nullopt);
  void fail(Place place, std::string expected, std::string got,
            std::optional<std::uint64_t> line = std::nullopt) {
    check(false, place, std::move(expected), std::move(got), line);
  }
  // Why this profiler cannot receive that callback. Empty if it can.
  std::string why_unreported(const std::string& callback) const;
  // True, with a note, if this profiler cannot receive that callback. `count` expectations depend on it.
  bool skips(const std::string& callback, Place place, std::size_t count = 1);
  void skip(Place place, std::string why, std::size_t count = 1) {
    skipped.push_back({place, std::move(why), count});
  }
  // For departures that changed nothing. These do not count as expectations.
  void skip_departure(Place place, std::string why) { skipped.push_back({place, std::move(why), 0, true}); }
  // ", because the profiler returned … from … at line …", if this failure suppressed calls of `callback`.
  // Otherwise empty.
  std::string because_of_failure(const std::string& callback) const;
  // The same, or that no profiler was loaded.
  std::string because(const std::string& callback) const;

  std::vector<ExpectationFinding> findings;
  std::vector<SkippedExpectation> skipped;
  std::size_t compared = 0;
  std::size_t of_heap = 0;  // of these: independent of delivered callbacks

 private:
  const Scenario* scenario_;
  const TraceSummary* summary_;
  const ObservedCollection* collection_ = nullptr;
};

// Texts for findings: "\"a\""; "gen 0", "LOH"; "no call", "1 call", "2 calls"; "there was none".
std::string name_in_quotes(std::string_view name);
std::string generation_name(std::uint32_t generation);
std::string counted(std::uint64_t count, std::string_view noun);
std::string there_were(std::uint64_t count);

void compare_ranges(const ExpectedCollection& expected, const ObservedCollection& observed,
                    Comparison& comparison);
void compare_objects(const ExpectedCollection& expected, const ObservedCollection& observed,
                     Comparison& comparison);
void compare_references(const ExpectedCollection& expected, const ObservedCollection& observed,
                        Comparison& comparison);
void compare_calls(const std::vector<CallCount>& counts, const std::optional<CallOrder>& order,
                   const std::vector<CallRun>& calls, Comparison& comparison);
void compare_sequence(const CallOrder& sequence, const std::vector<CallRun>& calls, Comparison& comparison);
// `collection`: its number; 0 for the run.
void compare_departures(const std::vector<PlantedDeparture>& planted, std::uint32_t collection,
                        Comparison& comparison);
void compare_breaks(const std::vector<ExpectedRule>& expected, const std::vector<JudgedRule>& rules,
                    Comparison& comparison);
// The number of expectations, counted as in stated().
std::size_t expectation_count(const Whole<ExpectedRange>& ranges);
std::size_t stated_together(const std::vector<Named>& group);
std::size_t stated_apart(const std::vector<Named>& group);
std::size_t expectation_count(const ExpectedAnswer& answer);
void compare_answer(const ExpectedAnswer& expected, Comparison& comparison);

}  // namespace gcrucible::scenario
