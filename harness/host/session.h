// One run: all parts of the host for one profiler.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "harness/expected.h"
#include "harness/host/control_watch.h"
#include "harness/host/loader.h"
#include "harness/host/player/player.h"
#include "harness/platform/files/guarded_files.h"
#include "harness/platform/files/mapped_file.h"
#include "harness/platform/memory/mapped_log.h"
#include "harness/protocol/case.h"
#include "harness/protocol/control_block.h"

namespace gcrucible::host {

using OpenLog = std::function<Expected<platform::MappedLog>()>;

// Differences for a profiler that is part of the program that runs the session.
struct Surroundings {
  // Source of profilers; empty: the case's library.
  std::function<Expected<LoadedProfiler>(std::atomic<protocol::LoadStep>&)> load = {};
  // Called between two steps; `clr` belongs to the session. A returned text ends the run, which is then
  // refused.
  std::function<Expected<void>(std::size_t step, clr::Clr& clr)> between_steps = {};
  // Called after an exception has left the profiler. If it returns, the process is ended.
  ControlWatch::LastWords last_words = nullptr;
  // Guards of the descriptors that a profiler might touch although they are not its own. Null if the process
  // is not the host's.
  platform::GuardedFiles* files = nullptr;
  // The process ends after the session, so the driver adds the trace's end line.
  bool ends_process = false;
};

// Runs a case up to the point at which its process would end. All objects are still alive then, because the
// profiler's threads and exit handlers may use them. The destructor releases the profiler and everything
// else.
class Session {
 public:
  // `open_log` is called if the case has a trace. All arguments must outlive the session.
  Session(const protocol::Case& value, protocol::ControlBlock& control, OpenLog open_log,
          Surroundings around = {});
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session();

  // Call once. Leaves the result in the control block: kFinished, or kRefused with a message. A profiler that
  // crashes, exits or hangs ends the process, which the driver detects. Returns the exit status.
  int play();
  // Whether the profiler's library was loaded. Its code may then run until the process ends.
  bool loaded() const;
  // Returns the file of the trace for reuse. Call after play(), and only if the log writes into a caller's
  // file.
  std::optional<platform::MappedFile> give_back_trace();

 private:
  struct Parts;

  int start();
  Expected<LoadedProfiler> load();
  bool report_files();

  const protocol::Case* case_;
  protocol::ControlBlock* control_;
  OpenLog open_log_;
  Surroundings around_;
  std::unique_ptr<Parts> parts_;
  bool loaded_ = false;
};

// Plays the case and ends the process as the program states. Returns the exit status only if no profiler is
// loaded.
int run_session(const protocol::Case& value, protocol::ControlBlock& control, const OpenLog& open_log,
                platform::GuardedFiles& files);

// Marks the case as one that cannot be run. Also for messages before a session exists.
int refuse(protocol::ControlBlock& control, const std::string& message);

}  // namespace gcrucible::host
