// Turns of which a run says itself that another one may differ.
#pragma once

#include <optional>
#include <string>

#include "harness/trace/event.h"

namespace gcrucible::report {

// Of a line `schedule` that is not deterministic although its kind promises that: whose turns they are, in
// the middle of a sentence. Nothing for any other line.
std::optional<std::string> uncertain_turns(const trace::Event& event);

}  // namespace gcrucible::report
