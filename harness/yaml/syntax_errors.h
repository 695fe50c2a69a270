// Explains syntax errors of the YAML parser to authors of scenarios.
#pragma once

#include <string>
#include <string_view>

#include "harness/yaml/messages.h"

namespace gcrucible::yaml {

// `said` is yaml-cpp's message. `at` is where the parser stopped, often a line or more after the mistake. The
// text itself is searched for brackets, to name the unclosed bracket instead of the end of the file.
Message syntax_error(std::string_view text, std::string_view said, Place at);

}  // namespace gcrucible::yaml
