// The handles that the profiler has made, by its Info calls as they stand in a trace.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include "harness/trace/event.h"

namespace gcrucible::scenario {

// They are roots of its own: a scenario that is written for any profiler says nothing of them.
class HandlesOfProfiler {
 public:
  // Every entry of an Info call, and every return.
  void asked(const trace::Event& event);
  void returned(const trace::Event& event);

  // Whether an entry of RootReferences2, [object, kind, flags, id], is one of them.
  bool tell(std::span<const std::uint64_t> root) const;

 private:
  std::vector<std::uint64_t> making_;  // lines of calls under way
  std::set<std::uint64_t> handles_;
};

}  // namespace gcrucible::scenario
