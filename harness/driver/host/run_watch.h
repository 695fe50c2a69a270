// Whether a run goes on, and how it has ended.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/driver/host/hold_ups.h"
#include "harness/driver/host/host_process.h"
#include "harness/driver/outcome.h"
#include "harness/driver/trace/trace_closing.h"
#include "harness/platform/process/process.h"
#include "harness/program/program.h"
#include "harness/protocol/control_block.h"

namespace gcrucible::driver {

enum class Standstill : std::uint8_t { kNone, kProfiler, kSimulator, kInterrupted };

struct Watched {
  std::optional<platform::ProcessEnd> end;
  Standstill standstill = Standstill::kNone;  // who it is that did not go on
  // Of kProfiler: the simulator was at work, and slept.
  bool asleep = false;
  bool deadlocked = false;               // of kProfiler: the host has said so
  bool beside = false;                   // somebody made callbacks with the world all the same
  std::chrono::milliseconds awaited{0};  // of kProfiler: for so long
  std::vector<HoldUp> hold_ups = {};
};

// Waits at most so long for the end of whoever runs the case.
using WaitForEnd = std::function<std::optional<platform::ProcessEnd>(std::chrono::milliseconds)>;

// At what whoever runs the case is.
using Look = std::function<platform::Activity()>;

// Until the end, or until nothing goes on, or a moment after the user has asked for the end of it all. Time
// in which the case wants a processor and is given none counts for a tenth: on a machine with too much to do
// nothing hangs that is only slow, and what does hang is still found. Nor does what the system is
// making or taking down.
Watched watch(const WaitForEnd& wait, const Look& look, const protocol::ControlBlock& block,
              const RunOptions& options);

// Where the run was; while a run that stands still does so.
Outcome place_of_run(const Watched& watched, const protocol::ControlBlock& block,
                     const program::Program& program);
// How it ended, when nothing of it runs any more. `simulating` is as of the moment of place_of_run(),
// `profiler` its library.
void tell_end(Outcome& outcome, const Watched& watched, bool simulating, const protocol::ControlBlock& block,
              const RunOptions& options, const std::string& profiler);

// For the stack of a process that hangs, which its handler of SIGABRT writes: so long at most, or a moment
// once the user has asked for the end of it all. Whether it has ended.
bool hear_last_words(const WaitForEnd& wait);

}  // namespace gcrucible::driver
