// Holds the functions of the product to one way of returning errors.
#pragma once

#include <vector>

#include "tests/tidy/style.h"

namespace gcrucible::tidy {

// Every place that returns an error in another way than as an Expected (harness/expected.h). The error's text
// is then a member, an out parameter, or a text that is empty on success.
std::vector<Problem> check_errors(const SourceFile& file);

}  // namespace gcrucible::tidy
