// Finds functions with too many lines.
#pragma once

#include <vector>

#include "tests/tidy/style.h"

namespace gcrucible::tidy {

// Every function of a C++ file of the product whose body has too many lines. Lambdas count as part of the
// function around them; tables do not count.
std::vector<Problem> check_functions(const SourceFile& file);

}  // namespace gcrucible::tidy
