// Compares the totals that a profiler estimates with the true ones. One run shows only impossible estimates;
// what is off by chance is summed up for the judgement of a campaign (judge_estimates.h).
#pragma once

#include <string>

#include "harness/rules/probe/estimates/estimate_sum.h"
#include "harness/rules/probe/probes.h"

namespace gcrucible::rules {

// "reclaimed bytes in gen 1".
std::string text_of(const EstimateKey& key);

// Judges the estimates of the answer, and adds their sums to the verdict.
void compare_estimates(const Collection& collection, const ProbeAnswer& answer, const Probes& probes,
                       const Types& types, const CallTree& calls, ProbeVerdict& verdict);

}  // namespace gcrucible::rules
