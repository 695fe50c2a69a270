// The texts of a finding in the run of its scenario.
#pragma once

#include <string>

#include "harness/campaign/trial.h"
#include "harness/report/campaign/report.h"
#include "harness/report/run_report.h"
#include "harness/report/style.h"

namespace gcrucible::cli {

// Puts place, line, values and history into `fault`, if a rule has this cause in the run. For a death, only
// the place; for `presentation`, place and values. The names of objects and the lines are those of the
// scenario. The callback may differ from the recorded one. Returns whether it did.
bool describe(const campaign::Cause& cause, const report::RunReport& run, const report::Style& style,
              report::CampaignFault& fault);

}  // namespace gcrucible::cli
