// What is wrong with a text that the YAML parser gives up on, in words for people who write scenarios.
#pragma once

#include <string>
#include <string_view>

#include "harness/yaml/messages.h"

namespace gcrucible::yaml {

// `said` is yaml-cpp's message, and `at` where it stopped: often a line or more behind the mistake. Brackets
// are looked for in the text itself, so that the one that is not closed is named and not the end of the file.
Message syntax_error(std::string_view text, std::string_view said, Place at);

}  // namespace gcrucible::yaml
