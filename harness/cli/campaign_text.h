// A campaign as people read it on a terminal or in a log.
#pragma once

#include <string>

#include "harness/campaign/campaign.h"
#include "harness/report/style.h"

namespace gcrucible::cli {

// "200 of 1,000 cases, 85 a second, 1 finding, 9 s left"
std::string progress_text(const campaign::Plan& plan, const campaign::Result& result);

// What was tried: features, callbacks by situation, rules.
std::string coverage_text(const campaign::Result& result, const report::Style& style);

// What suppressions let pass, and which of them nothing needs any more.
std::string allowed_text(const campaign::Result& result, const report::Style& style);

}  // namespace gcrucible::cli
