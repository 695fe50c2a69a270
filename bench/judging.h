// How fast `gcrucible check` judges a long trace, and how much memory it takes.
#pragma once

#include <cstdint>
#include <string>

#include "harness/expected.h"

namespace gcrucible::bench {

// One trace, judged in its own process as `gcrucible check` does it.
struct Judging {
  std::uint64_t entries = 0;      // callbacks, and the entries of their arrays
  std::uint64_t nanoseconds = 0;  // time to judge it, reading included
  std::uint64_t peak_memory = 0;  // largest resident size of the process, bytes

  double entries_a_second() const {
    return static_cast<double>(entries) * 1e9 / static_cast<double>(nanoseconds);
  }
};

// Judges `trace` in this process and prints the numbers as one line of JSON. Runs in the process that
// judge_apart() starts. Returns the exit status.
int judge_here(const std::string& trace);

// Starts this program again with `--judge TRACE` and waits for its numbers. The error states what to do.
Expected<Judging> judge_apart(const std::string& trace);

// Writes the trace of the benchmark's graph to `trace`: `objects` objects, every second one alive, over
// `collections` collections.
Expected<void> make_trace(const std::string& scenario, std::uint64_t objects, std::uint32_t collections,
                          const std::string& trace);

}  // namespace gcrucible::bench
