// What each function has allocated, exclusively and inclusively.
#pragma once

#include <cstdint>
#include <map>
#include <span>

#include "harness/account/calls.h"
#include "harness/rules/probe/probes.h"

namespace gcrucible::rules {

using ByFunction = std::map<std::uint64_t, Probes::Counted>;

// Sums by FunctionID. The last two are those of usual mistakes.
struct FunctionTotals {
  ByFunction exclusive;
  ByFunction inclusive;
  ByFunction of_callers;  // each allocation counted for the caller of the function that allocates
  ByFunction by_frame;    // each allocation counted once a frame
};

// `allocated`: by node; it may have fewer entries. Linear in the nodes, however deep.
FunctionTotals function_totals(std::span<const account::Call> nodes,
                               std::span<const Probes::Counted> allocated);

}  // namespace gcrucible::rules
