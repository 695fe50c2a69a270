// The result of an Info call made by the scenario.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "harness/trace/event.h"

namespace gcrucible::report {

// "a (Node)" for an ObjectID, "Node" for a ClassID; empty for ids without a name.
using NameOfId = std::function<std::string(std::uint64_t id)>;

// Formats a model line `answer`: "GetObjectSize(a (Node)) returned S_OK, out [24]".
std::string answer_text(const trace::Event& event, const NameOfId& name_of);

}  // namespace gcrucible::report
