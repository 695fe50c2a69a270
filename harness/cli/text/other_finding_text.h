// Text of `gcrucible explain` about findings without a rule. rules/other_finding.h lists them.
#pragma once

#include <string>
#include <string_view>

#include "harness/report/style.h"

namespace gcrucible::cli {

// Accepts a word, or the title of a finding: "crash (SIGSEGV in Shutdown)". Empty for other text.
std::string other_finding_text(std::string_view title, const report::Style& style);

}  // namespace gcrucible::cli
