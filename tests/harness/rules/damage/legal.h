// Which damages leave a legal history, said before anything is judged.
#pragma once

#include <string_view>

#include "tests/harness/rules/damage/damage.h"

namespace gcrucible::tests {

// The sentence that makes the changed recording the history of another run that a runtime could have had;
// empty for one that no runtime has.
std::string_view legal_because(const Recording& recording, const Change& change);

// The same for a changed answer of an Info method.
std::string_view legal_answer_because(const Recording& recording, const Change& change);

}  // namespace gcrucible::tests
