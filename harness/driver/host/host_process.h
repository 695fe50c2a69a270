// Runs one case in a process of its own.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

#include "harness/driver/host/known_hangs.h"
#include "harness/driver/outcome.h"
#include "harness/platform/process/environment.h"
#include "harness/protocol/case.h"

namespace gcrucible::driver {

// How far a run has come.
struct Sight {
  std::uint32_t collection = 0;  // number of the one under way or last made
  std::uint32_t line = 0;        // of the scenario's step that is being made
};

struct RunOptions {
  std::string host_path;   // empty: gcrucible-host beside this program
  std::string trace_path;  // where the trace is kept; empty: in a temporary file that the outcome owns
  // How long the process may go without progress: a step of the program, or a callback of its doing entered
  // or returned; what threads of the profiler's do beside it is none. Not a bound on the whole run, which may
  // rightly take long. What the simulator's own work takes does not count. 0: for ever.
  std::chrono::milliseconds timeout{30'000};
  // The same for the simulator's own work, whose signs of life are a collection's phases and thousands of
  // allocations: of a heap as large as memory each takes a minute or two. Never less than `timeout`, and for
  // ever where that is.
  std::chrono::milliseconds simulator_timeout{10 * 60'000};
  // A profiler that has hung for `timeout` somewhere is given up there after short_timeout() from then on, in
  // any run, whose outcome says so, and after shortest_timeout() when kFewHangs runs have hung there; null:
  // never sooner than usual. Outlives the runs.
  KnownHangs* known_hangs = nullptr;
  // Called now and then while the run goes on, on the calling thread; null: never.
  std::function<void(const Sight&)> look_on;
  platform::Environment environment;  // over ours, and over the variables that load a profiler
};

// A tenth of the timeout, but at least a second where it is longer than that.
std::chrono::milliseconds short_timeout(const RunOptions& options);
// A hundredth of it, but at least a tenth of a second.
std::chrono::milliseconds shortest_timeout(const RunOptions& options);
inline constexpr std::uint64_t kFewHangs = 5;

// Starts the host, waits for its end, and closes the trace where the host could not. Whatever happens, also
// to this process, no half-written file and no process stay behind; a trace that stood under trace_path
// before is replaced only by a whole one. Blocks; several threads may run a case each.
Outcome run_case(const protocol::Case& value, const RunOptions& options);

}  // namespace gcrucible::driver
