// Describes in words what happened to an object in a collection, and how the runtime reported it.
#pragma once

#include <string>

#include "harness/rules/collection/collection.h"

namespace gcrucible::rules {

// "object 3, 24 bytes at 0x10, is alive at 0x8: the runtime reported it in [0x10, 0x18) -> 0x8, entry 0
// of MovedReferences2 at line 40".
std::string truth_text(const Collection& collection, const Fate& fate);

}  // namespace gcrucible::rules
