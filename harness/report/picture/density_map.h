// The heap before and after a collection as rows of shades: for heaps that are too big to draw object by
// object.
#pragma once

#include <string>

#include "harness/report/style.h"
#include "harness/rules/state/collection.h"

namespace gcrucible::report {

// A row for each range of memory with something in it: what share of each slice the told ranges cover. Empty
// where the trace tells no generations of addresses, or nothing of what the collection did.
std::string density_map(const rules::Collection& collection, const Style& style);

}  // namespace gcrucible::report
