// What decides whether a case of a campaign is right.
#pragma once

#include <cstdint>
#include <string>

#include "harness/campaign/calibration.h"
#include "harness/campaign/campaign.h"
#include "harness/rules/judge/selection.h"

namespace gcrucible::cli {

// Whether no rule is left.
bool judges_nothing(const rules::Selection& selection);

// What the first answers of gcrucible_probe allow.
enum class Probing : std::uint8_t {
  kUnknown,        // no trial came to the first question
  kNone,           // the library exports no probe
  kClaimsNothing,  // no answer claims to have all objects, so a missing one is not found
  kJudged,
};

// "rules, probe, another presentation". Further lines say how often cases are compared, and how to turn on an
// oracle that is off. `misnamed`: with Probing::kNone, why a probe that the library seems to have is not
// found.
std::string oracles_text(const campaign::Plan& plan, const campaign::Calibration& calibration,
                         Probing probing, const std::string& misnamed);

}  // namespace gcrucible::cli
