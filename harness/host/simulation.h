// The life of one profiler in the mock CLR, from its loading to Shutdown.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "harness/clr/info/facade.h"
#include "harness/host/managed_runtimes.h"
#include "harness/host/player/player.h"
#include "harness/host/player/profiler_life.h"
#include "harness/host/player/simulated_heap.h"
#include "harness/platform/crash/crash_text.h"
#include "harness/platform/process/process_setup.h"
#include "harness/protocol/case.h"
#include "harness/protocol/control_block.h"

namespace gcrucible::host {

// On the process's main thread. Keeps nothing of the profiler's beyond its pointers. Everything that is
// handed to it outlives it, and it outlives every call of the profiler's: profilers that never AddRef the
// Info object use it for as long as they live.
class Simulation {
 public:
  // `journal` may be null: then there is no trace.
  Simulation(const protocol::Case& value, SimulatedHeap& heap, protocol::ControlBlock& control,
             trace::Journal* journal);

  // Before there is a profiler: method tables, literal ranges, ids. An error's text says what is wrong with
  // the case.
  std::optional<std::string> prepare();
  // Initialize, every step of the program, Shutdown; ends the trace, also when it returns an error: a failing
  // Initialize, or a step that cannot be made. `first` is there from the start unless the program says that
  // it is attached; `load` brings those that are.
  std::optional<std::string> run(LoadedProfiler first, ProfilerLife::Load load, clr::CallWatch* watch);
  // With these, whenever there is one.
  std::optional<std::string> run(const clr::ProfilerInterfaces& interfaces, clr::CallWatch* watch);

  // Before run(); as Player::on_between_steps().
  void on_between_steps(Player::BetweenSteps look) { player_.on_between_steps(std::move(look)); }

  // Before run(): the trace gets no end, so that what the profiler calls while the process exits is in it.
  void go_on_listening() { goes_on_listening_ = true; }

  // Before run(), in a process that is the host's own: what the profiler changes of it is in the trace.
  void watch_process() { process_.emplace(); }

  // Lets go of the profiler that is there, where the process goes on without it.
  void release_profiler() { life_.release(); }

  // For a crash report: names what the heap knows of `address` (platform::CrashExplainer). `self` is a
  // Simulation.
  static bool explain_crash(void* self, std::uint64_t address, platform::CrashText& out);

  // Keeps the callback in which the thread has crashed, and the runtime's method that it had called there.
  static void place_crash(void* self, const std::uint64_t* address);

  clr::Clr& clr() { return clr_; }
  clr::InfoFacade& info() { return info_; }

 private:
  std::optional<std::string> refuse(std::string why);
  // For work that the profiler asks for, through which nothing may be thrown: without memory there is no heap
  // to go on with.
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
  // Of a program that runs a session beside other things.
  std::uint32_t threads_beside_;
  bool goes_on_listening_ = false;
  std::optional<platform::ProcessSetup> process_;
};

}  // namespace gcrucible::host
