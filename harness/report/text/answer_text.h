// What an Info method answered to a question of the scenario's.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "harness/trace/event.h"

namespace gcrucible::report {

// "a (Node)" of an ObjectID, "Node" of a ClassID; empty where it is nothing that has a name.
using NameOfId = std::function<std::string(std::uint64_t id)>;

// "GetObjectSize(a (Node)) returned S_OK, out [24]" of the model's line `answer`.
std::string answer_text(const trace::Event& event, const NameOfId& name_of);

}  // namespace gcrucible::report
