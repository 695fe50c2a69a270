// Samples for the benchmark's tests.
#pragma once

#include "bench/sample.h"

namespace gcrucible::tests {

// A sample of `nodes` objects, as both sides produce it. `own` is the number of additional objects that a
// real CLR has.
inline bench::Sample sample_of(std::uint64_t nodes, std::uint64_t nanoseconds, std::uint64_t peak_memory,
                               std::uint64_t own = 0) {
  bench::Sample sample;
  sample.nanoseconds = nanoseconds;
  sample.peak_memory = peak_memory;
  sample.full = true;
  sample.induced = true;
  sample.moved_ranges = nodes / 2;
  sample.displaced_bytes = nodes * 20;
  sample.objects = nodes / 2 + own;
  sample.references = nodes + own;
  sample.roots = 1;
  sample.callbacks = {{"GarbageCollectionStarted", 1},
                      {"MovedReferences2", nodes / 1024 + 1},
                      {"MovedReferences", nodes / 1024 + 1},
                      {"GarbageCollectionFinished", 1}};
  return sample;
}

}  // namespace gcrucible::tests
