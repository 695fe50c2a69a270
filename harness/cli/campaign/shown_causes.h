// What one run has shown, as the causes of findings.
#pragma once

#include <string>
#include <vector>

#include "harness/campaign/suppressions.h"
#include "harness/campaign/trial.h"
#include "harness/report/run_report.h"

namespace gcrucible::cli {

// One for each callback that breaks a rule. `known` stands for what is no rule's; `strict`: advice counts.
std::vector<campaign::Cause> causes_of(const report::RunReport& report, const campaign::Cause& known,
                                       bool strict);
// Whether it has shown that one, in whichever callback.
bool shows(const report::RunReport& report, const campaign::Cause& cause);
// The suppression of the first, if each has one.
const campaign::Suppression* all_suppressed(const std::vector<campaign::Suppression>& list,
                                            const std::vector<campaign::Cause>& causes);

// What should be so, in a sentence.
std::string sentence_of(const campaign::Cause& cause);

}  // namespace gcrucible::cli
