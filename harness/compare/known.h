// What a real CLR is known to do otherwise than the simulated one: rows of docs/deviations.md.
#pragma once

#include <string>
#include <vector>

#include "harness/compare/story.h"

namespace gcrucible::compare {

struct KnownRow {
  const char* begins;   // the row, with what it is about or with a scenario's name
  const char* because;  // in a sentence
};

// One collection of a simulated run and of a recorded one.
struct BothTold {
  const CollectionStory& simulated;
  const CollectionStory& real;
};

// The row behind an object that has other roots in the two; null where none explains all of that.
const KnownRow* row_of_roots(const ObjectStory& simulated, const ObjectStory& real, const BothTold& both);

// The row behind an object that is in another generation afterwards, or that other ranges tell; null
// likewise.
const KnownRow* row_of_fate(const std::string& name, const BothTold& both);

// The row behind callbacks in another order, where one is behind the roots of an object; null likewise.
const KnownRow* row_of_calls(const std::vector<std::string>& simulated, const std::vector<std::string>& real,
                             const BothTold& both);

}  // namespace gcrucible::compare
