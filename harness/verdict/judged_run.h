// What one run has come to: how it ended, and its trace against the rules and against the scenario.
#pragma once

#include <string>
#include <vector>

#include "harness/driver/outcome.h"
#include "harness/report/narrator.h"
#include "harness/report/run_report.h"
#include "harness/report/style.h"
#include "harness/rules/judge/selection.h"
#include "harness/scenario/expect/expectation_check.h"
#include "harness/scenario/scenario.h"

namespace gcrucible::verdict {

struct Judging {
  rules::Selection selection = {};
  bool pictures = false;  // each collection is drawn
};

// Where the profiler died, and how.
void read_fate(const driver::Outcome& outcome, report::RunReport& report);

// Reads the trace once: pictures, verdicts, expectations. `incomparable`: why no expectation is compared;
// empty if they are. What is wrong with the trace; empty if it could be read. Stops where the user stops the
// command, and the report then says so.
std::string judge_trace(const driver::Outcome& outcome, const Judging& judging,
                        const scenario::Scenario& scenario, const std::string& incomparable,
                        const report::Style& style, report::Narrator::Say say, report::RunReport& report);

// Puts failed expectations into the report, with the lines of the scenario that state them.
void add_complaints(const std::vector<scenario::ExpectationFinding>& findings, const report::Style& style,
                    report::RunReport& report);

}  // namespace gcrucible::verdict
