// Which damages leave a legal history, decided before anything is judged.
#pragma once

#include <string_view>

#include "tests/harness/rules/damage/damage.h"

namespace gcrucible::tests {

// The sentence that makes the changed recording a possible history of another run. Empty if no runtime
// could produce the changed recording.
std::string_view legal_because(const Recording& recording, const Change& change);

// The same for a changed answer of an Info method.
std::string_view legal_answer_because(const Recording& recording, const Change& change);

}  // namespace gcrucible::tests
