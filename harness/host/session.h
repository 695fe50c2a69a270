// One run: everything of the host around one profiler.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "harness/host/control_watch.h"
#include "harness/host/loader.h"
#include "harness/host/player/player.h"
#include "harness/platform/files/guarded_files.h"
#include "harness/platform/files/mapped_file.h"
#include "harness/platform/memory/mapped_log.h"
#include "harness/protocol/case.h"
#include "harness/protocol/control_block.h"

namespace gcrucible::host {

using OpenLog = std::function<platform::MappedLog::Opened()>;

// What differs where the profiler is part of the program that runs the session.
struct Surroundings {
  // Whence profilers come; empty: out of the case's library.
  std::function<LoadedProfiler(std::atomic<protocol::LoadStep>&)> load = {};
  // Between two steps; `clr` is the session's. A text ends the run, which is then refused.
  std::function<std::optional<std::string>(std::size_t step, clr::Clr& clr)> between_steps = {};
  // An exception has left the profiler; returns, if at all, for the process to be ended.
  ControlWatch::LastWords last_words = nullptr;
  // What stands where the profiler would touch files that are not its own; nullptr where the process is not
  // the host's.
  platform::GuardedFiles* files = nullptr;
  // The process ends behind the session, and the trace with the process: whoever reads it gives it its end
  // line.
  bool ends_process = false;
};

// A case up to the point at which its process would end, with everything still in place then: profilers'
// threads and exit handlers may use it. Its end releases the profiler and all else.
class Session {
 public:
  // `open_log` is called if the case wants a trace. All arguments outlive it.
  Session(const protocol::Case& value, protocol::ControlBlock& control, OpenLog open_log,
          Surroundings around = {});
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session();

  // Once. Leaves the result in the control block: kFinished, or kRefused with a message. A profiler that
  // crashes, exits or hangs takes the process with it, which the driver sees. Returns the exit status.
  int play();
  // The profiler's library was loaded, so that code of its may run until the process's end.
  bool loaded() const;
  // What the trace was written into, to be used again; after play(), and only for a log over a lent file.
  std::optional<platform::MappedFile> give_back_trace();

 private:
  struct Parts;

  int start();
  LoadedProfiler load();
  bool tell_files();

  const protocol::Case* case_;
  protocol::ControlBlock* control_;
  OpenLog open_log_;
  Surroundings around_;
  std::unique_ptr<Parts> parts_;
  bool loaded_ = false;
};

// Plays the case and ends the process as the program says, unless it comes to no profiler: then it returns
// the exit status.
int run_session(const protocol::Case& value, protocol::ControlBlock& control, const OpenLog& open_log,
                platform::GuardedFiles& files);

// Marks the case as one that cannot be run; for messages before there is a session.
int refuse(protocol::ControlBlock& control, const std::string& message);

}  // namespace gcrucible::host
