// One part of a collection's report as a sequence of calls.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gcrucible::calls {

// For one collection, on its thread. A part with a random order is gathered first, and then reported call by
// call. Calls of other parts may come in between.
class PartReporter {
 public:
  PartReporter() = default;
  PartReporter(const PartReporter&) = delete;
  PartReporter& operator=(const PartReporter&) = delete;
  virtual ~PartReporter() = default;

  // The number of calls. The whole part must be gathered first.
  virtual std::size_t calls() const = 0;
  virtual void report(std::size_t call) = 0;
  void report_all() {
    for (std::size_t call = 0, count = calls(); call < count; ++call) report(call);
  }
};

// The entries [first, first + count) of a part, which go into one call.
struct Cut {
  std::size_t first = 0;
  std::size_t count = 0;
};

// `splits` are the sizes of the first calls. `limit`, above 0, is the size of the others and the maximum of
// all. Empty calls come only before other calls: without entries there is no call.
inline std::vector<Cut> cuts(std::size_t entries, std::span<const std::uint32_t> splits, std::size_t limit) {
  std::vector<Cut> result;
  for (std::size_t at = 0; at < entries;) {
    const std::size_t call = result.size();
    const std::size_t size = call < splits.size() ? std::min<std::size_t>(splits[call], limit) : limit;
    result.push_back({.first = at, .count = std::min(size, entries - at)});
    at += result.back().count;
  }
  return result;
}

}  // namespace gcrucible::calls
