// References between the objects of a bulk allocation.
#pragma once

#include <cstdint>

#include "harness/engine/engine.h"
#include "harness/program/step.h"

namespace gcrucible::host {

// Objects first … first + count - 1 have `slots` reference slots each. Returns the object from which the
// graph is reached (the first one, or the random tree's root), kNoObject where there is no graph.
//
// kRandomTree is the benchmark's graph and repeats fixtures/workloads/Graph.cs step for step, random numbers
// included.
sim::ObjectIndex link(engine::Engine& engine, const program::Graph& graph, sim::ObjectIndex first,
                      std::uint64_t count, std::uint64_t slots);

}  // namespace gcrucible::host
