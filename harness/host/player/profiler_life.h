// The runtime's handling of its profiler: start or attach, detach on request, shutdown.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "harness/clr/info/facade.h"
#include "harness/expected.h"
#include "harness/host/client_data.h"
#include "harness/host/loader.h"
#include "harness/protocol/case.h"
#include "harness/protocol/control_block.h"

namespace gcrucible::host {

// Owns only the loaded profiler. One call at a time.
class ProfilerLife {
 public:
  using Load = std::function<Expected<LoadedProfiler>()>;

  ProfilerLife(const protocol::Case& value, clr::Clr& clr, clr::InfoFacade& info,
               protocol::ControlBlock& control)
      : case_(&value), clr_(&clr), info_(&info), control_(&control) {}

  // Sets how attached profilers are loaded. Call before the first attach.
  void on_load(Load load) { load_ = std::move(load); }

  // Calls Initialize on the calling thread, which is the process's first. An error ends the run, although a
  // real runtime would continue without a profiler.
  Expected<void> start(LoadedProfiler profiler);

  // Returns the client's result, or an error if the library cannot be loaded at all. Call on a native thread
  // without a managed thread, like the runtime's diagnostics thread.
  Expected<abi::HRESULT> attach(const program::Attach& request);

  // Whether the profiler has requested its detach and no thread is in it except those the caller knows of.
  bool may_be_let_go() const;
  // Calls ProfilerDetachSucceeded on such a native thread, and unloads the profiler.
  void let_go();

  // The probe function of the active profiler; null if it exports none or there is no active profiler.
  gcrucible_probe_function probe() const;

  // For crash handlers.
  bool was_client_data(std::uint64_t address) const { return client_data_.explains(address); }

  // Delivers Shutdown, unless the process ends without it or there is no active profiler.
  void shut_down();
  bool has_shut_down() const { return shut_down_; }
  // Call last. Writes what remains to be reported about a detach.
  void end();
  // Releases a profiler that is still loaded, without a callback.
  void release();

 private:
  void ask_whether_notification_only();
  void write_header(bool initialized);
  abi::HRESULT initialize_for_attach(const std::string& data);
  void unload();

  const protocol::Case* case_;
  clr::Clr* clr_;
  clr::InfoFacade* info_;
  protocol::ControlBlock* control_;
  Load load_;
  LoadedProfiler profiler_;
  ClientData client_data_;  // data of the last client
  bool header_written_ = false;
  bool shut_down_ = false;
};

}  // namespace gcrucible::host
