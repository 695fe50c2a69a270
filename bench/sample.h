// The numbers that the counting recorder writes for one collection.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "harness/expected.h"

namespace gcrucible::bench {

// The keys of fixtures/profilers/recorder/counter.h.
struct Sample {
  std::uint64_t nanoseconds = 0;  // from the entry of Started to the return of Finished
  std::uint64_t peak_memory = 0;  // largest resident size of the process so far
  bool full = false;              // every generation was condemned
  bool induced = false;
  std::uint64_t moved_ranges = 0;
  std::uint64_t displaced_bytes = 0;  // of ranges that moved to another address
  std::uint64_t surviving_ranges = 0;
  std::uint64_t objects = 0;
  std::uint64_t references = 0;
  std::uint64_t roots = 0;
  std::map<std::string, std::uint64_t> callbacks;  // by method
};

// One sample for each collection, in order. `file` is the text's origin in messages.
Expected<std::vector<Sample>> parse_samples(std::string_view text, const std::string& file);
Expected<std::vector<Sample>> read_samples(const std::string& path);

}  // namespace gcrucible::bench
