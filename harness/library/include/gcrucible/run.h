// Plays a heap against a profiler and judges both sides.
#pragma once

#include <gcrucible/export.h>
#include <gcrucible/heap.h>
#include <gcrucible/moment.h>
#include <gcrucible/profiler.h>
#include <gcrucible/result.h>

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace gcrucible {

struct RunSettings {
  // Globs over ids of rules. Only rules in `only` are judged; rules in `skip` are not.
  std::vector<std::string> only = {};
  std::vector<std::string> skip = {};
  bool strict = false;  // advice that is not taken is a finding
  // For a separate process: the longest time without progress; 0: no limit.
  std::chrono::milliseconds timeout{30000};
  // For a separate process: "NAME=value", added to the inherited variables. Equal names override.
  std::vector<std::string> environment = {};
  // Called after each collect step, in runs in this process. See Heap::then().
  std::function<void(const Moment&)> after_collection = {};
};

// Blocks until the program has ended. Runs may follow each other; only one run at a time may be in this
// process. Throws Error if there is nothing to judge. Rethrows exceptions from functions passed to then().
GCRUCIBLE_API Result run(const Heap& heap, const Profiler& profiler, const RunSettings& settings = {});

}  // namespace gcrucible
