// The causes of findings that one run has shown.
#pragma once

#include <string>
#include <vector>

#include "harness/campaign/suppressions.h"
#include "harness/campaign/trial.h"
#include "harness/report/run_report.h"

namespace gcrucible::cli {

// One cause for each callback that violates a rule. `known`: the cause to use for findings without a rule.
// `strict`: advice counts.
std::vector<campaign::Cause> causes_of(const report::RunReport& report, const campaign::Cause& known,
                                       bool strict);
// Whether the run has shown this cause, in any callback.
bool shows(const report::RunReport& report, const campaign::Cause& cause);
// The suppression of the first cause, if every cause has one.
const campaign::Suppression* all_suppressed(const std::vector<campaign::Suppression>& list,
                                            const std::vector<campaign::Cause>& causes);

// The violated requirement, as a sentence.
std::string sentence_of(const campaign::Cause& cause);

}  // namespace gcrucible::cli
