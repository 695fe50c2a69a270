#include "harness/host/serving.h"

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <span>
#include <utility>

#include "harness/clr/threads/thread_state.h"
#include "harness/host/memory_share.h"
#include "harness/host/session.h"
#include "harness/platform/crash/crash_report.h"
#include "harness/platform/files/guarded_files.h"
#include "harness/platform/files/mapped_file.h"
#include "harness/platform/memory/mapped_log.h"
#include "harness/platform/process/fork_server.h"
#include "harness/protocol/case.h"
#include "harness/protocol/control_block.h"

namespace gcrucible::host {
namespace {

using platform::MappedFile;
using platform::MappedLog;

class Server {
 public:
  Server(MappedFile control, MappedFile trace)
      : file_(std::move(control)),
        control_(reinterpret_cast<protocol::ControlBlock*>(file_.data())),
        trace_(std::move(trace)) {}

  void begin() { files_.emplace(); }

  int run_copy(std::span<const std::byte> bytes) {
    const Expected<protocol::Case> decoded = protocol::decode_case(bytes);
    if (!decoded) return refuse(*control_, "the case is broken: " + decoded.error());
    limit_memory_to(*decoded);
    return run_session(
        *decoded, *control_, [this] { return open_log(); }, *files_);
  }

  bool run_here(std::span<const std::byte> bytes) {
    const Expected<protocol::Case> decoded = protocol::decode_case(bytes);
    if (!decoded) {
      refuse(*control_, "the case is broken: " + decoded.error());
      return true;
    }
    limit_memory_to(*decoded);
    {
      Session session(*decoded, *control_, [this] { return open_log(); }, {.files = &*files_});
      session.play();
      if (auto trace = session.give_back_trace()) trace_ = std::move(*trace);
    }
    // Removes the state that the case has left on the first thread.
    clr::this_thread() = {};
    // A thread that the profiler has left would continue in the next case.
    return trace_.data() != nullptr && platform::has_only_threads(1);
  }

 private:
  Expected<MappedLog> open_log() { return MappedLog::over(std::move(trace_), control_->trace_bytes); }

  MappedFile file_;
  protocol::ControlBlock* control_;
  MappedFile trace_;
  // Every copy has these files too.
  std::optional<platform::GuardedFiles> files_;
};

}  // namespace

int serve() {
  Expected<MappedFile> control = MappedFile::of_descriptor(platform::given_file(0));
  Expected<MappedFile> trace = MappedFile::of_descriptor(platform::given_file(1));
  for (const Expected<MappedFile>* each : {&control, &trace}) {
    if (*each) continue;
    std::fprintf(stderr, "gcrucible-host: cannot serve: %s\n", each->error().c_str());
    return EXIT_FAILURE;
  }
  if (control->size() < sizeof(protocol::ControlBlock) || trace->size() < MappedLog::kChunk) {
    std::fputs("gcrucible-host: cannot serve: the files are too short\n", stderr);
    return EXIT_FAILURE;
  }
  const auto* const block = reinterpret_cast<const protocol::ControlBlock*>(control->data());
  if (block->magic != protocol::ControlBlock::kMagic) {
    std::fputs("gcrucible-host: the control block is of another version\n", stderr);
    return EXIT_FAILURE;
  }
  control->let_go();
  auto& report = *reinterpret_cast<protocol::ControlBlock*>(control->data());
  platform::install_crash_report({.message = report.message, .stack = report.native_stack});
  platform::end_first_without_memory();
  Server server(std::move(*control), std::move(*trace));
  return platform::serve_forks(
      {.begin = [&] { server.begin(); },
       .in_copy = [&](std::span<const std::byte> bytes) { return server.run_copy(bytes); },
       .in_place = [&](std::span<const std::byte> bytes) { return server.run_here(bytes); },
       .left = [&](const platform::LeftProcesses& left) { report.say_left(left.count, left.names); }});
}

}  // namespace gcrucible::host
