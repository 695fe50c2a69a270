// Which folder may use which: the table of docs/architecture.md as a check over includes.
#pragma once

#include <vector>

#include "tests/tidy/style.h"

namespace gcrucible::tidy {

// Every include in `file` that its folder may not have. Folders outside the table may use what they like.
std::vector<Problem> check_layers(const SourceFile& file);

}  // namespace gcrucible::tidy
