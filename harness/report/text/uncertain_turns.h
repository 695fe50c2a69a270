// Schedules that the run itself marks as possibly different in another run.
#pragma once

#include <optional>
#include <string>

#include "harness/trace/event.h"

namespace gcrucible::report {

// For a model line `schedule` that is not deterministic although its kind promises determinism: whose
// schedule it is, to use inside a sentence. Empty for other lines.
std::optional<std::string> uncertain_turns(const trace::Event& event);

}  // namespace gcrucible::report
