// Answers with values in the wrong places, such as a ClassID as the ObjectID.
#pragma once

#include <string>

#include "harness/rules/collection/collection.h"
#include "harness/rules/probe/probes.h"

namespace gcrucible::rules {

// A sentence about the mistake; empty unless every object of the answer shows it. The values themselves are
// the evidence, for example an ObjectID in place of the size.
std::string misplaced_text(const Collection& collection, const ProbeAnswer& answer, const Probes& probes);
// A sentence if all ids of the answer are outside of the heap, which shows less; otherwise empty.
std::string foreign_text(const Collection& collection, const ProbeAnswer& answer, const Probes& probes);

}  // namespace gcrucible::rules
