// One host for many cases, each in a copy of it: starting a program anew for each takes most of the time that
// a small case needs.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/driver/host/host_process.h"
#include "harness/driver/outcome.h"
#include "harness/protocol/case.h"

namespace gcrucible::driver {

// What run_case() does, told in the same Outcome, but for the trace: without a path for it, it is in
// `Outcome::trace_text`. Every case finds a profiler that was never loaded before, in a process of its own.
// Where a system, its limits or the host do not let hosts serve, and where a trace's path is given, the case
// is run by run_case().
//
// One thread at a time, and all cases from one thread: the host dies with the thread that made the first of
// them. Whatever happens, also to this process, no process and no file stay behind.
class WarmHost {
 public:
  explicit WarmHost(RunOptions options);
  WarmHost(WarmHost&&) noexcept;
  WarmHost& operator=(WarmHost&&) = delete;
  WarmHost(const WarmHost&) = delete;
  WarmHost& operator=(const WarmHost&) = delete;
  ~WarmHost();

  Outcome run(const protocol::Case& value);

  // The case in the host's own process, where the profiler's library stays loaded from case to case and what
  // it keeps in static variables lives on. Nothing where that ended as it should not, by a death, a hang or a
  // refusal: it says nothing then about the case alone.
  std::optional<Outcome> run_in_place(const protocol::Case& value);

  // Cases that were run by run_case() all the same.
  std::uint64_t fallbacks() const { return fallbacks_; }

 private:
  class Serving;
  Serving* serving(std::unique_ptr<Serving>& which, const protocol::Case& value);

  RunOptions options_;
  std::unique_ptr<Serving> copying_;
  std::unique_ptr<Serving> in_place_;
  bool cannot_serve_ = false;
  std::uint64_t fallbacks_ = 0;
};

}  // namespace gcrucible::driver
