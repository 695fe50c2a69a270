// Detects libraries of managed runtimes in the process. The simulated runtime has none.
#pragma once

#include <bitset>
#include <cstddef>

#include "harness/trace/journal.h"

namespace gcrucible::host {

// A runtime that the profiler loads would run managed code in the process under observation. Libraries that
// exist at construction do not count: a program that uses gcrucible as a library may be a .NET program.
class ManagedRuntimes {
 public:
  ManagedRuntimes();
  // Writes a model line for the libraries loaded since construction, if there are any.
  void report_new(trace::Journal& journal) const;

 private:
  static constexpr std::size_t kCount = 6;
  using Found = std::bitset<kCount>;
  static Found find();

  Found before_;
};

}  // namespace gcrucible::host
