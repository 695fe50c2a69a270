// The life of one profiler in the simulated CLR, from its loading to Shutdown.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "harness/clr/info/facade.h"
#include "harness/expected.h"
#include "harness/host/managed_runtimes.h"
#include "harness/host/player/player.h"
#include "harness/host/player/profiler_life.h"
#include "harness/host/player/simulated_heap.h"
#include "harness/platform/crash/crash_text.h"
#include "harness/platform/process/process_setup.h"
#include "harness/protocol/case.h"
#include "harness/protocol/control_block.h"

namespace gcrucible::host {

// Runs on the process's main thread. Keeps only pointers to the profiler. Everything passed to it must
// outlive it. It must outlive every call of the profiler: profilers that never AddRef the Info object use it
// as long as they live.
class Simulation {
 public:
  // `journal` may be null: then there is no trace.
  Simulation(const protocol::Case& value, SimulatedHeap& heap, protocol::ControlBlock& control,
             trace::Journal* journal);

  // Call before there is a profiler: sets up method tables, literal ranges and ids. An error states what is
  // wrong with the case.
  Expected<void> prepare();
  // Plays Initialize, every step of the program, and Shutdown. Ends the trace, also if it returns an error: a
  // failing Initialize, or a step that cannot be executed. `first` is loaded from the start, unless the
  // program attaches it. `load` provides the profilers that attach.
  Expected<void> run(LoadedProfiler first, ProfilerLife::Load load, clr::CallWatch* watch);
  // Uses these interfaces for every load.
  Expected<void> run(const clr::ProfilerInterfaces& interfaces, clr::CallWatch* watch);

  // Call before run(). See Player::on_between_steps().
  void on_between_steps(Player::BetweenSteps look) { player_.on_between_steps(std::move(look)); }

  // Call before run(). The trace gets no end line, so that it includes calls during the process's exit.
  void go_on_listening() { goes_on_listening_ = true; }

  // Call before run(), only in the host's own process. The trace then reports the profiler's changes of the
  // process.
  void watch_process() { process_.emplace(); }

  // Releases the loaded profiler, for a process that continues without it.
  void release_profiler() { life_.release(); }

  // For a crash report: describes what the heap knows about `address` (platform::CrashExplainer). `self` is a
  // Simulation.
  static bool explain_crash(void* self, std::uint64_t address, platform::CrashText& out);

  // Records the callback in which the thread has crashed, and the runtime's method that it had called there.
  static void place_crash(void* self, const std::uint64_t* address);

  clr::Clr& clr() { return clr_; }
  clr::InfoFacade& info() { return info_; }

 private:
  tl::unexpected<std::string> refuse(std::string why);
  // For work that the profiler requests, through which no exception may pass. If memory runs out, the process
  // exits, because the heap cannot continue.
  void or_exit(const std::function<void()>& work);
  void shut_down(Player::AtWork at_work = Player::AtWork::kNobodyElse);
  void end_collectors();
  void wait_for_stragglers();
  void end();

  const protocol::Case* case_;
  SimulatedHeap* heap_;
  protocol::ControlBlock* control_;
  clr::Clr clr_;
  clr::InfoFacade info_;
  ProfilerLife life_;
  Player player_;
  ManagedRuntimes managed_runtimes_;
  // Threads of a program that runs a session among other work.
  std::uint32_t threads_beside_;
  bool goes_on_listening_ = false;
  std::optional<platform::ProcessSetup> process_;
};

}  // namespace gcrucible::host
