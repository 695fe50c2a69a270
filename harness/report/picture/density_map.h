// The heap before and after a collection as rows of shades. Used for heaps too big to draw each object.
#pragma once

#include <string>

#include "harness/report/style.h"
#include "harness/rules/collection/collection.h"

namespace gcrucible::report {

// One row for each non-empty memory range: the share of each slice that reported ranges cover. Empty if the
// trace contains no generation bounds, or no reports about the collection.
std::string density_map(const rules::Collection& collection, const Style& style);

}  // namespace gcrucible::report
