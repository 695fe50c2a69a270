// Detects whether a run makes progress, and how it has ended.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/driver/host/host_process.h"
#include "harness/driver/host/slow_callbacks.h"
#include "harness/driver/outcome.h"
#include "harness/driver/trace/trace_closing.h"
#include "harness/platform/process/process.h"
#include "harness/program/program.h"
#include "harness/protocol/control_block.h"

namespace gcrucible::driver {

enum class Standstill : std::uint8_t { kNone, kProfiler, kSimulator, kInterrupted };

struct Watched {
  std::optional<platform::ProcessEnd> end;
  Standstill standstill = Standstill::kNone;  // the side that made no progress
  // For kProfiler: the simulator was at work, and slept.
  bool asleep = false;
  bool deadlocked = false;               // for kProfiler: the host reported a deadlock
  bool overtaken = false;                // a thread with the world made callbacks nevertheless
  std::chrono::milliseconds awaited{0};  // for kProfiler: the time without progress
  std::vector<SlowCallback> slow_callbacks = {};
};

// Waits at most this long for the end of the process that runs the case.
using WaitForEnd = std::function<std::optional<platform::ProcessEnd>(std::chrono::milliseconds)>;

// Returns the activity of the process that runs the case.
using Look = std::function<platform::Activity()>;

// Waits until the run ends, makes no progress, or a moment has passed since the user's interruption. Time in
// which the case is ready to run but gets no processor counts for a tenth. A slow case on a busy machine
// therefore does not hang, and a real hang is still found. The same holds while the system creates or ends
// the process.
Watched watch(const WaitForEnd& wait, const Look& look, const protocol::ControlBlock& block,
              const RunOptions& options);

// The place of the run. For a run without progress, call before it is ended.
Outcome place_of_run(const Watched& watched, const protocol::ControlBlock& block,
                     const program::Program& program);
// Records how the run ended, after all of its code has stopped. `simulating` is the value at the time of
// place_of_run(); `profiler` is the path of its library.
void report_end(Outcome& outcome, const Watched& watched, bool simulating,
                const protocol::ControlBlock& block, const RunOptions& options, const std::string& profiler);

// Waits until the SIGABRT handler of a hung process has written the stack. The wait is limited, and shorter
// after the user's interruption. Returns whether the process has ended.
bool hear_last_words(const WaitForEnd& wait);

}  // namespace gcrucible::driver
