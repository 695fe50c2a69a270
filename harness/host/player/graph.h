// References between the objects of a bulk allocation.
#pragma once

#include <cstdint>

#include "harness/engine/engine.h"
#include "harness/program/step.h"

namespace gcrucible::host {

// Links the objects first … first + count - 1, which have `slots` reference slots each. Returns the object
// from which the graph is reached: the first one, or the random tree's root. Returns kNoObject if there is no
// graph.
//
// kRandomTree is the benchmark's graph. It repeats fixtures/workloads/Graph.cs step by step, including the
// random numbers.
sim::ObjectIndex link(engine::Engine& engine, const program::Graph& graph, sim::ObjectIndex first,
                      std::uint64_t count, std::uint64_t slots);

}  // namespace gcrucible::host
