// Checks of the raw bytes, before a YAML parser sees them.
#pragma once

#include "harness/scenario/yaml/messages.h"

namespace gcrucible::yaml {

// False, with a message, for bytes that would make the parser's own messages useless.
bool check_text(Messages& messages);

}  // namespace gcrucible::yaml
