// Checks of the raw bytes, before a YAML parser sees them.
#pragma once

#include <cstddef>
#include <string_view>

#include "harness/yaml/messages.h"

namespace gcrucible::yaml {

// Bytes of the UTF-8 character at the front of `text`, which is not empty; 0 if there is none.
std::size_t character_length(std::string_view text);

// False, with a message, for bytes that would make the parser's own messages useless.
bool check_text(Messages& messages);

}  // namespace gcrucible::yaml
