// Known differences between a real CLR and the simulated one: rows of docs/deviations.md.
#pragma once

#include <string>
#include <vector>

#include "harness/compare/story.h"

namespace gcrucible::compare {

struct KnownRow {
  const char* begins;   // the row's subject, or the name of a scenario
  const char* because;  // the reason, as a sentence
};

// The same collection in a simulated and in a recorded run.
struct BothReported {
  const CollectionStory& simulated;
  const CollectionStory& real;
};

// The row that explains all differences between the roots of an object; null if none does.
const KnownRow* row_of_roots(const ObjectStory& simulated, const ObjectStory& real, const BothReported& both);

// The row that explains another generation after the collection, or another range family; null if none does.
const KnownRow* row_of_fate(const std::string& name, const BothReported& both);

// The row that explains another order of callbacks, if it also explains an object's roots; null if none does.
const KnownRow* row_of_calls(const std::vector<std::string>& simulated, const std::vector<std::string>& real,
                             const BothReported& both);

}  // namespace gcrucible::compare
