// One host for many cases, each in a copy of the host. Starting a program for each case would take most of a
// small case's time.
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

// Does the same as run_case(), with the same Outcome, except for the trace: without a path, the trace is in
// `Outcome::trace_text`. Every case has its own process, in which no profiler was loaded before. run_case()
// runs the case if the system, its limits or the host do not allow serving, or if a path for the trace is
// given.
//
// One thread at a time, and all cases from one thread: the host dies with the thread that ran the first case.
// Whatever happens, also to this process, no process and no file remain.
class WarmHost {
 public:
  explicit WarmHost(RunOptions options);
  WarmHost(WarmHost&&) noexcept;
  WarmHost& operator=(WarmHost&&) = delete;
  WarmHost(const WarmHost&) = delete;
  WarmHost& operator=(const WarmHost&) = delete;
  ~WarmHost();

  Outcome run(const protocol::Case& value);

  // Runs the case in the host's own process. The profiler's library stays loaded between cases, and its
  // static variables keep their values. Returns none after a death, a hang or a refusal, which may have
  // another cause than this case.
  std::optional<Outcome> run_in_place(const protocol::Case& value);

  // Number of cases that run_case() ran instead.
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
