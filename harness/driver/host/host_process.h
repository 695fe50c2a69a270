// Runs one case in its own process.
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

// Progress of a run.
struct Sight {
  std::uint32_t collection = 0;  // number of the current or last collection
  std::uint32_t line = 0;        // of the scenario's current step
};

struct RunOptions {
  std::string host_path;   // empty: gcrucible-host next to this program
  std::string trace_path;  // where the trace is kept; empty: in a temporary file that the outcome owns
                           // .gz and .zst: compressed
  // Maximum time without progress; 0: no limit. Progress is a step of the program, or entry or exit of a
  // callback that the program causes. Activity of the profiler's own threads is not progress. The time of the
  // simulator's own work does not count. This is not a limit on the whole run, which may take long.
  std::chrono::milliseconds timeout{30'000};
  // The same limit for the simulator's own work. Its signs of life are a collection's phases and every few
  // thousand allocations. If the heap is as large as memory, each of these can take a minute or two. Never
  // less than `timeout`; no limit if `timeout` has none.
  std::chrono::milliseconds simulator_timeout{10 * 60'000};
  // Places where profilers have hung for `timeout`. At such a place, any later run is ended after
  // short_timeout(), and its outcome states this. After kFewHangs hangs there, it is ended after
  // shortest_timeout(). Null: all runs have the full timeout. Must outlive the runs.
  KnownHangs* known_hangs = nullptr;
  // Called from time to time while the run continues, on the calling thread; null: never.
  std::function<void(const Sight&)> look_on;
  platform::Environment environment;  // overrides this process's, and the variables that load a profiler
};

// A tenth of the timeout, but at least one second if the timeout is longer than that.
std::chrono::milliseconds short_timeout(const RunOptions& options);
// A hundredth of the timeout, but at least a tenth of a second.
std::chrono::milliseconds shortest_timeout(const RunOptions& options);
inline constexpr std::uint64_t kFewHangs = 5;

// Starts the host, waits for its end, and closes the trace if the host could not. Whatever happens, also to
// this process, no half-written file and no process remain. An existing trace under trace_path is replaced
// only by a whole one. Blocks; several threads may each run a case.
Outcome run_case(const protocol::Case& value, const RunOptions& options);

}  // namespace gcrucible::driver
