// Draws whole programs: a heap, types, a graph, what changes it, collections of every kind, and how they are
// told.
#pragma once

#include <cstdint>

#include "harness/campaign/generate/draft.h"
#include "harness/campaign/generate/feature.h"
#include "harness/campaign/generate/type_pool.h"
#include "harness/program/program.h"

namespace gcrucible::campaign {

struct Envelope {
  program::RuntimeProfile runtime;
  Features features = all_features();  // the most that a case may use; draw() chooses some for each
  std::uint16_t heaps = 0;             // of server GC in every case; 0: as drawn
  bool free_running = false;           // no schedule holds up the threads of several heaps
  bool attached = false;               // the profiler comes by an attach in every case
};

struct Generated {
  program::Program program;  // valid, with every choice drawn that the runtime leaves open
  Features features;         // that were switched on
};

// Bounds for a case of that size, which is 0 to 100 as RapidCheck counts.
Bounds bounds_of(int size);

// The same for the same arguments, on every machine. Any seed is good, and different ones give unrelated
// programs. `pool` may serve many calls, on several threads.
Generated generate(const TypePool& pool, const Envelope& envelope, std::uint64_t seed, Bounds bounds);

}  // namespace gcrucible::campaign
