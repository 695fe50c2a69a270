// What became of a scenario's objects in a real CLR, as text: the pictures of a simulated run need a heap
// that holds nothing else.
#pragma once

#include <string>

#include "harness/compare/story.h"
#include "harness/report/style.h"

namespace gcrucible::cli {

// A block for each collection: who was promoted, stayed, was demoted and died, how each was told, and, if the
// style is verbose, the callbacks that concern the scenario's objects.
std::string played_story(const compare::Story& story, const report::Style& style);

}  // namespace gcrucible::cli
