// Plays a heap to a profiler and judges both sides.
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
  // Globs over rules' ids: only these are judged, and those are not.
  std::vector<std::string> only = {};
  std::vector<std::string> skip = {};
  bool strict = false;  // advice that is not taken is a finding
  // Of a process of its own: how long it may stand still; 0: for ever.
  std::chrono::milliseconds timeout{30000};
  std::vector<std::string> environment = {};  // of such a process: "NAME=value", over ours
  // In this process: called behind each collect step. As Heap::then().
  std::function<void(const Moment&)> after_collection = {};
};

// Blocks until the program has ended. Any number of runs one after the other; those in this process one at a
// time. Throws Error where there was nothing to judge, and what a then() has thrown.
GCRUCIBLE_API Result run(const Heap& heap, const Profiler& profiler, const RunSettings& settings = {});

}  // namespace gcrucible
