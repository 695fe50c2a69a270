// The heap before and after a collection, object by object. Used for heaps that fit a screen.
#pragma once

#include <string>

#include "harness/report/style.h"
#include "harness/report/text/names.h"
#include "harness/rules/collection/collection.h"

namespace gcrucible::report {

// Whether the model lists every object, and they are few enough to draw each.
bool is_drawable(const rules::Collection& collection);

// Only for a drawable collection. One block for each memory range: the objects before, the reported ranges
// below them, and the objects after, at the same scale.
std::string heap_picture(const rules::Collection& collection, const Names& names, const Style& style);

}  // namespace gcrucible::report
