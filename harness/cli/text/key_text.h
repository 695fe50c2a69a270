// What `gcrucible explain` says of the keys of scenarios.
#pragma once

#include <string>
#include <string_view>

#include "harness/report/style.h"

namespace gcrucible::cli {

// Each meaning of the key, with the place where it stands; empty if the language has no such key.
std::string key_text(std::string_view word, const report::Style& style);

}  // namespace gcrucible::cli
