// Findings that are one fault of the profiler's, seen by several rules.
#pragma once

#include <vector>

#include "harness/campaign/campaign.h"

namespace gcrucible::campaign {

// Of findings whose programs are as small as they get, and each of which shows what the other one is about,
// one is left, with the causes of the others in `joined`: a death where there is one, else the first. Where
// only one of two programs shows both, a fault that shows in every program may stand beside another one: they
// stay two.
void join_causes(std::vector<Fault>& faults);

}  // namespace gcrucible::campaign
