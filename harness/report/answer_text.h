// What an Info method answered to a question of the scenario's.
#pragma once

#include <string>

#include "harness/trace/event.h"

namespace gcrucible::report {

// "GetObjectSize returned S_OK, out [24]" of the model's line `answer`.
std::string answer_text(const trace::Event& event);

}  // namespace gcrucible::report
