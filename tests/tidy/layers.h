// Which folder may use which, as a check over includes. harness/README.md has the order of the folders.
#pragma once

#include <vector>

#include "tests/tidy/style.h"

namespace gcrucible::tidy {

// Every include in `file` that its folder may not have. Folders outside the table may use what they like.
std::vector<Problem> check_layers(const SourceFile& file);

}  // namespace gcrucible::tidy
