// Compares a run's trace with what its scenario expects.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/scenario/expect/told.h"
#include "harness/scenario/scenario.h"

namespace gcrucible::scenario {

struct ExpectationFinding {
  std::string file;
  Place place;           // of the expectation
  std::string expected;  // what should be: "\"a\" to die"
  std::string got;       // what was, as a clause: "it lives, at 10"
  std::optional<std::uint64_t> trace_line;
  std::optional<std::uint32_t> collection;  // number, from 1

  // "file:line:column: collection N: expected …, but … (line N of the trace)"
  std::string text() const;
};

// An expectation that this profiler's run cannot show, because its event mask or its interfaces keep the
// callback away.
struct SkippedExpectation {
  Place place;
  std::string why;         // a sentence without its end
  std::size_t count = 1;   // as stated() counts; 0: a part of one that was compared
  bool departure = false;  // a departure that hit nothing, and may not have been able to; `count` is 0
};

// What became of a rule, for the scenario's `breaks`.
struct JudgedRule {
  std::string rule;
  bool broken = false;
  std::string why_not = {};  // it could not be judged; empty if it could
};

// Feed it every line of the trace in order, then finish() once. The scenario outlives it. One thread at a
// time; memory grows with collections and ranges, not with the trace.
class ExpectationCheck {
 public:
  explicit ExpectationCheck(const Scenario& scenario) : scenario_(&scenario), gatherer_(scenario.expect) {}

  void on(const trace::Event& event) { gatherer_.on(event); }
  // Before finish(): all rules of the run. Without them the scenario's `breaks` are not compared.
  void judged(std::vector<JudgedRule> rules) { rules_ = std::move(rules); }

  // In the order of the file.
  std::vector<ExpectationFinding> finish();
  // After finish(): how many expectations were compared, and which could not be.
  std::size_t compared() const { return compared_; }
  // Of those compared, how many are about what the profiler was told. The others speak of the simulated heap,
  // of answers to the scenario's own questions, or of callbacks that do not come.
  std::size_t compared_told() const { return compared_ - of_heap_; }
  const std::vector<SkippedExpectation>& skipped() const { return skipped_; }
  // A line for each reason, with how many hang on it and where they stand.
  std::vector<std::string> skipped_texts() const;
  std::size_t skipped_count() const;

 private:
  const Scenario* scenario_;
  Gatherer gatherer_;
  std::optional<std::vector<JudgedRule>> rules_;
  std::size_t compared_ = 0;
  std::size_t of_heap_ = 0;
  std::vector<SkippedExpectation> skipped_;
};

// How many expectations the scenario states, counted as ExpectationCheck::compared() counts them where all
// are compared and met, the rules that it means to break among them.
std::size_t stated(const Expectations& expect);

// Those of them that do not depend on addresses, on what else is in the heap, or on how the report is cut:
// who dies, who lives, what was condemned, and why. All others are left out.
Expectations portable(const Expectations& expect);

// Rules that are broken without being expected are the run's own findings; this tells them apart.
bool is_expected(const Expectations& expect, const std::string& rule);

}  // namespace gcrucible::scenario
