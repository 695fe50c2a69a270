// Tracks the handles that the profiler has created, from the Info calls of a trace.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include "harness/trace/event.h"

namespace gcrucible::scenario {

// These handles are additional roots. A scenario for any profiler states nothing about them.
class HandlesOfProfiler {
 public:
  // Call them for every entry and every return of an Info call.
  void asked(const trace::Event& event);
  void returned(const trace::Event& event);

  // Whether an entry of RootReferences2, [object, kind, flags, id], is one of these handles.
  bool report(std::span<const std::uint64_t> root) const;

 private:
  std::vector<std::uint64_t> making_;  // lines of calls in progress
  std::set<std::uint64_t> handles_;
};

}  // namespace gcrucible::scenario
