// A scenario told a second time, for `observe:`.
#pragma once

#include <string>

#include "harness/campaign/observed.h"
#include "harness/driver/host/host_process.h"
#include "harness/driver/outcome.h"
#include "harness/report/run_report.h"
#include "harness/report/style.h"
#include "harness/scenario/scenario.h"

namespace gcrucible::cli {

// Plays the program plainly, after `outcome`, which is of the program as it is, and adds to the report what
// differs. Why they cannot be compared, with the place; empty if they were.
std::string compare_tellings(protocol::Case value, const driver::RunOptions& run,
                             const campaign::Observatory& observatory, const driver::Outcome& outcome,
                             const scenario::Scenario& scenario, const report::Style& style,
                             report::RunReport& report);

}  // namespace gcrucible::cli
