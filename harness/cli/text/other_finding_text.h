// What `gcrucible explain` says of findings that are no broken rules: rules/other_finding.h has their words.
#pragma once

#include <string>
#include <string_view>

#include "harness/report/style.h"

namespace gcrucible::cli {

// Of a word, or of a title as findings have it: "crash (SIGSEGV in Shutdown)". Empty where it is none.
std::string other_finding_text(std::string_view title, const report::Style& style);

}  // namespace gcrucible::cli
