// The result of one run: how it ended, and its trace judged by the rules and the scenario.
#pragma once

#include <string>
#include <vector>

#include "harness/driver/outcome.h"
#include "harness/expected.h"
#include "harness/report/narrator.h"
#include "harness/report/run_report.h"
#include "harness/report/style.h"
#include "harness/rules/judge/selection.h"
#include "harness/scenario/expect/expectation_check.h"
#include "harness/scenario/scenario.h"

namespace gcrucible::verdict {

struct Judging {
  rules::Selection selection = {};
  bool pictures = false;          // draw each collection
  bool foreign_profiler = false;  // it may do things that the scenario does not mention
  bool exact_generics = false;    // the account does not put functions together that share code
  bool scenario_lines = false;    // messages name lines of the scenario instead of the trace
};

// Puts the profiler's death, its place and its cause into the report.
void read_fate(const driver::Outcome& outcome, report::RunReport& report);

// Reads the trace once for pictures, verdicts and expectations. `incomparable`: why no expectation is
// compared; empty if they are compared. Fails if the trace cannot be read. Stops if the user stops the
// command; the report then states this.
Expected<void> judge_trace(const driver::Outcome& outcome, const Judging& judging,
                           const scenario::Scenario& scenario, const std::string& incomparable,
                           const report::Style& style, report::Narrator::Say say, report::RunReport& report);

// Adds failed expectations to the report, with the scenario lines that state them.
void add_complaints(const std::vector<scenario::ExpectationFinding>& findings, const report::Style& style,
                    report::RunReport& report);

}  // namespace gcrucible::verdict
