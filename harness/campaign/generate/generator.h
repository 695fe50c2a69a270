// Generates whole programs: heap, types, graph, mutations, collections of every kind, and how they are
// reported.
#pragma once

#include <cstdint>

#include "harness/campaign/generate/feature.h"
#include "harness/campaign/generate/program_builder.h"
#include "harness/campaign/generate/type_pool.h"
#include "harness/program/program.h"

namespace gcrucible::campaign {

struct Envelope {
  program::RuntimeProfile runtime;
  Features features = all_features();  // the most that a case may use; draw() selects some for each
  std::uint16_t heaps = 0;             // number of server GC heaps in every case; 0: random
  bool free_running = false;           // the threads of several heaps run without a schedule
  bool attached = false;               // the profiler attaches in every case
};

struct Generated {
  program::Program program;  // valid, with all open choices made
  Features features;         // the enabled features
};

// Bounds for a case of that size, from 0 to 100 as in RapidCheck.
Bounds bounds_of(int size);

// Deterministic: the same arguments give the same result on every machine. Any seed is valid; different seeds
// give unrelated programs. `pool` may be shared by several threads.
Generated generate(const TypePool& pool, const Envelope& envelope, std::uint64_t seed, Bounds bounds);

}  // namespace gcrucible::campaign
