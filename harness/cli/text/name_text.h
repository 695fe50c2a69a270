// Text of `gcrucible explain` about names in code: callbacks, Info methods, HRESULTs and event mask flags.
#pragma once

#include <string>

#include "harness/report/style.h"

namespace gcrucible::cli {

// `word` must satisfy is_name_in_code().
std::string name_text(const std::string& word, const report::Style& style);

}  // namespace gcrucible::cli
