// What decides whether a case of a campaign is right.
#pragma once

#include <optional>
#include <string>

#include "harness/campaign/calibration.h"
#include "harness/campaign/campaign.h"
#include "harness/rules/judge/selection.h"

namespace gcrucible::cli {

// Whether no rule is left.
bool judges_nothing(const rules::Selection& selection);

// "rules, probe, another presentation". Further lines say how often cases are compared, and how to turn on an
// oracle that is off. `has_probe`: empty if it is not known.
std::string oracles_text(const campaign::Plan& plan, const campaign::Calibration& calibration,
                         std::optional<bool> has_probe);

}  // namespace gcrucible::cli
