// The fate of a scenario's objects in a real CLR, as text. Pictures need a heap that contains nothing else.
#pragma once

#include <string>

#include "harness/compare/story.h"
#include "harness/report/style.h"

namespace gcrucible::cli {

// One block for each collection: which objects were promoted, stayed, were demoted or died, and how each was
// reported. If the style is verbose, also the callbacks that concern the scenario's objects.
std::string played_story(const compare::Story& story, const report::Style& style);

}  // namespace gcrucible::cli
