// Which libraries of managed runtimes the process has, beside the simulated one that has none.
#pragma once

#include <bitset>
#include <cstddef>

#include "harness/trace/journal.h"

namespace gcrucible::host {

// One that the profiler brings runs managed code in the process that it looks at. What was there when this
// was made is somebody else's: a program that has gcrucible as a library may be a .NET one.
class ManagedRuntimes {
 public:
  ManagedRuntimes();
  // A model line for those that have come since, if any.
  void tell_new(trace::Journal& journal) const;

 private:
  static constexpr std::size_t kCount = 6;
  using Found = std::bitset<kCount>;
  static Found find();

  Found before_;
};

}  // namespace gcrucible::host
