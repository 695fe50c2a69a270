// What `gcrucible explain` says of names in code: callbacks, Info methods, HRESULTs and flags of the event
// mask.
#pragma once

#include <string>

#include "harness/report/style.h"

namespace gcrucible::cli {

// `word` is one of is_name_in_code().
std::string name_text(const std::string& word, const report::Style& style);

}  // namespace gcrucible::cli
