// Plays a scenario in which the runtime violates rules on purpose once more without these violations. A rule
// that the profiler violates only in the first run is a consequence of them.
#pragma once

#include "harness/driver/host/host_process.h"
#include "harness/protocol/case.h"
#include "harness/report/run_report.h"
#include "harness/rules/judge/selection.h"

namespace gcrucible::cli {

// Extends report.breaks_not_compared, with the reason. The second run takes place only if a profiler rule is
// violated that the scenario does not expect. A rule that the second run cannot judge is set aside if a
// runtime rule is violated in the first run. Nothing is set aside if the second run leaves no trace.
void set_consequences_aside(protocol::Case value, driver::RunOptions run, const rules::Selection& selection,
                            report::RunReport& report);

}  // namespace gcrucible::cli
