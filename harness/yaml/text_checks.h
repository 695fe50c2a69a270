// Checks of the raw bytes, made before the YAML parser.
#pragma once

#include <cstddef>
#include <string_view>

#include "harness/yaml/messages.h"

namespace gcrucible::yaml {

// The length in bytes of the UTF-8 character at the front of `text`. 0 if it is invalid. `text` must not be
// empty.
std::size_t character_length(std::string_view text);

// False, with a message, for bytes that would make the parser's own messages useless.
bool check_text(Messages& messages);

}  // namespace gcrucible::yaml
