// Joins findings that are one fault of the profiler seen by several rules.
#pragma once

#include <vector>

#include "harness/campaign/campaign.h"

namespace gcrucible::campaign {

// Joins two findings if the shrunk program of each also shows the other. Keeps one: a death if there is one,
// otherwise one that names a mistake, otherwise the first; `joined` lists the other causes. If only one of
// the programs shows both, the findings stay separate, because a fault that shows in every program may
// coincide with another fault.
//
// Also joins a finding to that of a more general rule in the same callback if the general rule explains all
// its occurrences. The general finding is kept.
void join_causes(std::vector<Fault>& faults);

// Findings that name a mistake come first. A reader who knows the mistake may need no other finding. The
// order stays otherwise.
void put_named_first(std::vector<Fault>& faults);

}  // namespace gcrucible::campaign
