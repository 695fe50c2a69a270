// Plays a scenario a second time with plain reporting, for `observe:`.
#pragma once

#include <string>

#include "harness/campaign/observed.h"
#include "harness/driver/host/host_process.h"
#include "harness/driver/outcome.h"
#include "harness/expected.h"
#include "harness/report/run_report.h"
#include "harness/report/style.h"
#include "harness/scenario/scenario.h"

namespace gcrucible::cli {

// `outcome` is the result of the program as written. Plays the plainly reported program, and adds differences
// to the report. The error is why the two cannot be compared, with the place.
Expected<void> compare_reportings(protocol::Case value, const driver::RunOptions& run,
                                  const campaign::Observatory& observatory, const driver::Outcome& outcome,
                                  const scenario::Scenario& scenario, const report::Style& style,
                                  report::RunReport& report);

}  // namespace gcrucible::cli
