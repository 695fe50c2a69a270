// The heap before and after a collection, object by object: for heaps that fit a screen.
#pragma once

#include <string>

#include "harness/report/style.h"
#include "harness/report/text/names.h"
#include "harness/rules/state/collection.h"

namespace gcrucible::report {

// Whether the model lists every object and they are few enough to draw one by one.
bool is_drawable(const rules::Collection& collection);

// Only for a drawable collection. A block for each range of memory: objects before, the told ranges beneath
// those that they cover, objects after at the same scale.
std::string heap_picture(const rules::Collection& collection, const Names& names, const Style& style);

}  // namespace gcrucible::report
