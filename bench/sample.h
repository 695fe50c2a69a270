// What the recorder, counting, wrote about one collection.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace gcrucible::bench {

// The keys of fixtures/profilers/recorder/counter.h.
struct Sample {
  std::uint64_t nanoseconds = 0;  // from the entry of Started to the return of Finished
  std::uint64_t peak_memory = 0;  // largest resident size of the process by then
  bool full = false;              // every generation was condemned
  bool induced = false;
  std::uint64_t moved_ranges = 0;
  std::uint64_t displaced_bytes = 0;  // of ranges that came to lie elsewhere
  std::uint64_t surviving_ranges = 0;
  std::uint64_t objects = 0;
  std::uint64_t references = 0;
  std::uint64_t roots = 0;
  std::map<std::string, std::uint64_t> callbacks;  // by method
};

struct Samples {
  std::vector<Sample> collections;  // in order
  std::string error;
};

// One line a collection. `file` stands for the text's origin in the message.
Samples parse_samples(std::string_view text, const std::string& file);
Samples read_samples(const std::string& path);

}  // namespace gcrucible::bench
