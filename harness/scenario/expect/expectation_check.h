// Compares a run's trace with the expectations of its scenario.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/scenario/expect/trace_summary.h"
#include "harness/scenario/scenario.h"

namespace gcrucible::scenario {

struct ExpectationFinding {
  std::string file;
  Place place;           // of the expectation
  std::string expected;  // the expectation: "\"a\" to die"
  std::string got;       // the result, as a clause: "it lives, at 10"
  std::optional<std::uint64_t> trace_line;
  std::optional<std::uint32_t> collection;  // number, from 1

  // "file:line:column: collection N: expected …, but … (line N of the trace)"
  std::string text() const;
};

// An expectation that this profiler's run cannot show: its event mask or its interfaces suppress the
// callback.
struct SkippedExpectation {
  Place place;
  std::string why;         // a sentence without its full stop
  std::size_t count = 1;   // as in stated(); 0: a part of an expectation that was compared
  bool departure = false;  // a departure that changed nothing, perhaps because it could not; `count` is 0
};

class Comparison;

// The verdict on a rule, for the scenario's `breaks`.
struct JudgedRule {
  std::string rule;
  bool broken = false;
  std::string why_not = {};  // why it could not be judged; empty if it could
};

// Call on() for every line of the trace in order, then finish() once. The scenario must outlive it. One
// thread at a time. Memory grows with collections and ranges, not with the trace.
class ExpectationCheck {
 public:
  explicit ExpectationCheck(const Scenario& scenario) : scenario_(&scenario), gatherer_(scenario.expect) {}

  void on(const trace::Event& event) { gatherer_.on(event); }
  // Call it before finish(), with all rules of the run. Otherwise the scenario's `breaks` are not compared.
  void judged(std::vector<JudgedRule> rules) { rules_ = std::move(rules); }

  // Call it before finish(). The profiler may do something that the scenario does not mention, such as
  // forcing a collection. An unmet expectation is then not compared if that may be the cause.
  void set_actions_aside() { sets_actions_aside_ = true; }

  // Findings in file order.
  std::vector<ExpectationFinding> finish();
  // After finish(): how many expectations were compared, and which could not be.
  std::size_t compared() const { return compared_; }
  // How many of the compared expectations depend on delivered callbacks. The others concern the simulated
  // heap, answers to the scenario's own queries, or callbacks that do not come.
  std::size_t compared_summary() const { return compared_ - of_heap_; }
  const std::vector<SkippedExpectation>& skipped() const { return skipped_; }
  // One line for each reason, with the number and the places of its expectations.
  std::vector<std::string> skipped_texts() const;
  std::size_t skipped_count() const;

 private:
  void set_aside(Comparison& comparison, const std::string& actions) const;

  const Scenario* scenario_;
  Gatherer gatherer_;
  bool sets_actions_aside_ = false;
  std::optional<std::vector<JudgedRule>> rules_;
  std::size_t compared_ = 0;
  std::size_t of_heap_ = 0;
  std::vector<SkippedExpectation> skipped_;
};

// The number of expectations in the scenario, including the rules that it intends to violate. It is equal to
// ExpectationCheck::compared() if all are compared and met.
std::size_t expectation_count(const Expectations& expect);

// The expectations that do not depend on addresses, on other objects in the heap, or on the split of the
// report. These are: which objects die or live, which generations were condemned, and why. All others are
// omitted.
Expectations portable(const Expectations& expect);

// Unexpected violations are findings of the run. This function distinguishes them.
bool is_expected(const Expectations& expect, const std::string& rule);

}  // namespace gcrucible::scenario
