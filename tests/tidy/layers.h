// Which folder may use which: checks the table of docs/architecture.md against the includes.
#pragma once

#include <vector>

#include "tests/tidy/style.h"

namespace gcrucible::tidy {

// Every include in `file` that its folder may not have. Folders outside the table may include anything.
std::vector<Problem> check_layers(const SourceFile& file);

}  // namespace gcrucible::tidy
