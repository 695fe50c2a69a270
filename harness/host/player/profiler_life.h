// What the runtime does with its profiler: starts or attaches it, lets it go when it asks for that, shuts it
// down.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "harness/clr/info/facade.h"
#include "harness/host/client_data.h"
#include "harness/host/loader.h"
#include "harness/protocol/case.h"
#include "harness/protocol/control_block.h"

namespace gcrucible::host {

// Nothing of it is owned but what a loaded profiler is. One call at a time.
class ProfilerLife {
 public:
  using Load = std::function<LoadedProfiler()>;

  ProfilerLife(const protocol::Case& value, clr::Clr& clr, clr::InfoFacade& info,
               protocol::ControlBlock& control)
      : case_(&value), clr_(&clr), info_(&info), control_(&control) {}

  // How later ones come into the process; before the first is attached.
  void on_load(Load load) { load_ = std::move(load); }

  // Initialize on the calling thread, the process's first. An error ends the run: the runtime would go on
  // without a profiler.
  std::optional<std::string> start(LoadedProfiler profiler);

  struct Attached {
    abi::HRESULT hr = abi::S_OK;         // what the client is answered
    std::optional<std::string> error{};  // the library cannot be loaded at all
  };
  // On a native thread that is no managed one, as the runtime's for diagnostics is.
  Attached attach(const program::Attach& request);

  // It asked to be detached, and every thread has left it but those that the caller knows of.
  bool may_be_let_go() const;
  // Tells it so, on a native thread again, and unloads it.
  void let_go();

  // What the profiler that is told things exports; null if it does not, or there is none.
  gcrucible_probe_function probe() const;

  // For crash handlers.
  bool was_client_data(std::uint64_t address) const { return lent_.explains(address); }

  // Shutdown, unless the process ends without, or there is nobody to be told.
  void shut_down();
  bool has_shut_down() const { return shut_down_; }
  // Behind everything: what is left to say about a detach.
  void end();
  // Releases a profiler that is still there, without a word to it.
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
  ClientData lent_;  // of the last client
  bool header_written_ = false;
  bool shut_down_ = false;
};

}  // namespace gcrucible::host
