#include "harness/driver/host/warm_host.h"

#include <algorithm>
#include <chrono>
#include <new>
#include <utility>

#include "harness/driver/cause_of_death.h"
#include "harness/driver/host/host_start.h"
#include "harness/driver/host/run_watch.h"
#include "harness/driver/trace/captured_text.h"
#include "harness/driver/trace/last_calls.h"
#include "harness/driver/trace/trace_closing.h"
#include "harness/platform/files/mapped_file.h"
#include "harness/platform/memory/mapped_log.h"
#include "harness/platform/process/interruption.h"
#include "harness/platform/process/serving_process.h"

namespace gcrucible::driver {
namespace {

using platform::MappedFile;
using platform::ServingProcess;
using protocol::ControlBlock;
using Place = ServingProcess::Place;

// Path of a file for captured output. It uses the descriptor, whose number is the same in a started process.
std::string path_of(const MappedFile& file) {
  return "/proc/self/fd/" + std::to_string(file.descriptor());
}

}  // namespace

// A serving host, and the memory shared with it.
class WarmHost::Serving {
 public:
  static Expected<std::unique_ptr<Serving>> make(const protocol::Case& value, const RunOptions& options) {
    Expected<MappedFile> files[] = {MappedFile::in_memory("control", sizeof(ControlBlock)),
                                    MappedFile::in_memory("trace", platform::MappedLog::kChunk),
                                    MappedFile::in_memory("output", 0), MappedFile::in_memory("errors", 0)};
    for (const Expected<MappedFile>& each : files) {
      if (!each) return failure(each.error());
    }
    // The case has these files too, and must not truncate them.
    files[0]->keep_whole();
    files[1]->keep_whole();
    new (files[0]->data()) ControlBlock;
    std::string host = host_path_of(options);
    Expected<ServingProcess> started =
        ServingProcess::start({.arguments = {host, "--serve"},
                               .environment = environment_of(value, options),
                               .working_folder = {},
                               .output = path_of(*files[2]),
                               .error_output = path_of(*files[3]),
                               .inherited = {files[0]->descriptor(), files[1]->descriptor()}});
    if (!started) return failure(std::move(started.error()));
    return std::unique_ptr<Serving>(new Serving(value, std::move(host), std::move(*files[0]),
                                                std::move(*files[1]), std::move(*files[2]),
                                                std::move(*files[3]), std::move(*started)));
  }

  bool serves(const protocol::Case& value) const {
    return profiler_path_ == value.profiler_path && clsid_ == value.clsid;
  }
  // True if no other case can be run.
  bool gone() const { return gone_; }

  // Returns none if the serving host is gone for another reason than the case.
  std::optional<Outcome> run(Place place, const protocol::Case& value, const RunOptions& options) {
    ControlBlock& block = *new (control_.data()) ControlBlock;
    // A case in the host's own process does not end a process, so no end status is set.
    if (place == Place::kCopy) block.end_status = ControlBlock::kEndStatus;
    if (!process_.ask(place, protocol::encode(value))) {
      gone_ = true;
      return std::nullopt;
    }
    const WaitForEnd wait = [this](std::chrono::milliseconds limit) { return this->wait(limit); };
    const Watched watched = watch(
        wait, [&] { return process_.activity(); }, block, options);
    // A signal that ended the host came from the case, or from a system without memory.
    const bool ended_parent = gone_ && watched.end && watched.end->signal;
    if (gone_ && place == Place::kCopy && !ended_parent) return std::nullopt;
    const bool simulating = block.simulating();
    Outcome outcome = place_of_run(watched, block, value.program);
    outcome.ended_parent = ended_parent && place == Place::kCopy;
    if (watched.standstill != Standstill::kNone) {
      process_.abort();
      if (!hear_last_words(wait)) process_.kill_work();
      if (place == Place::kItself) gone_ = true;
    }
    report_end(outcome, watched, simulating, block, options, value.profiler_path);
    outcome.output = taken(output_);
    outcome.error_output = taken(errors_);
    refuse_early_exit(outcome, host_);
    if (value.write_trace) keep_trace(outcome, value, block);
    read_last_calls(outcome);
    return outcome;
  }

 private:
  Serving(const protocol::Case& value, std::string host, MappedFile control, MappedFile trace,
          MappedFile output, MappedFile errors, ServingProcess process)
      : profiler_path_(value.profiler_path),
        clsid_(value.clsid),
        host_(std::move(host)),
        control_(std::move(control)),
        trace_(std::move(trace)),
        output_(std::move(output)),
        errors_(std::move(errors)),
        process_(std::move(process)) {}

  std::optional<platform::ProcessEnd> wait(std::chrono::milliseconds limit) {
    ServingProcess::Answer answer = process_.wait(limit);
    gone_ = gone_ || answer.gone;
    return answer.end;
  }

  static std::string taken(MappedFile& file) {
    if (file.file_length() == 0) return {};
    std::string text = captured_text(path_of(file));
    // A process that still runs appends at the file's end, wherever that is.
    static_cast<void>(file.truncate(0));
    return text;
  }

  void keep_trace(Outcome& outcome, const protocol::Case& value, const ControlBlock& block) {
    const std::uint64_t bytes = block.trace_bytes.load();
    if (bytes > trace_.file_length()) return set_damaged(outcome);
    if (bytes > trace_.size()) {
      if (auto moved = trace_.move_window(0, bytes); !moved) {
        outcome.trace_error = std::move(moved.error());
        return;
      }
    }
    // A copy, because later writes by other code must not reach the reader.
    outcome.trace_text.assign(reinterpret_cast<const char*>(trace_.data()), bytes);
    if (bytes > kMostKept) {
      if (auto given = give_memory_back(); !given) outcome.trace_error = std::move(given.error());
    }
    if (!is_sealed(outcome.trace_text, block.trace_seal)) {
      outcome.trace_text.clear();
      return set_damaged(outcome);
    }
    if (close_trace_text(outcome.trace_text, value, ending_of(outcome, block))) return;
    outcome.trace_text.clear();
    if (outcome.fate == Fate::kFinished) outcome.trace_error = "the trace: the host did not finish it";
  }

  // Releases the memory of a long trace. The host has the first chunk mapped.
  Expected<void> give_memory_back() {
    Expected<void> given = trace_.give_back_from(platform::MappedLog::kChunk);
    return given ? trace_.move_window(0, platform::MappedLog::kChunk) : given;
  }

  static constexpr std::uint64_t kMostKept = std::uint64_t{64} << 20;

  std::string profiler_path_;
  std::string clsid_;
  std::string host_;  // the path of its program
  platform::Interruption interruption_;
  MappedFile control_;
  MappedFile trace_;
  MappedFile output_;
  MappedFile errors_;
  bool gone_ = false;
  ServingProcess process_;  // last: it ends before its memory does
};

WarmHost::WarmHost(RunOptions options) : options_(std::move(options)) {}
WarmHost::WarmHost(WarmHost&&) noexcept = default;
WarmHost::~WarmHost() = default;

WarmHost::Serving* WarmHost::serving(std::unique_ptr<Serving>& which, const protocol::Case& value) {
  if (which != nullptr && (which->gone() || !which->serves(value))) which.reset();
  if (which == nullptr && !cannot_serve_) {
    if (auto made = Serving::make(value, options_)) which = std::move(*made);
    // run_case() finds the same problem and reports it.
    cannot_serve_ = which == nullptr;
  }
  return which.get();
}

Outcome WarmHost::run(const protocol::Case& value) {
  if (options_.trace_path.empty()) {
    // Another process may have killed a host that a signal ended. A second host is not killed by chance.
    for (const bool again : {false, true}) {
      Serving* const serving = this->serving(copying_, value);
      if (serving == nullptr) break;
      auto outcome = serving->run(Place::kCopy, value, options_);
      if (!outcome) break;
      if (again || !outcome->ended_parent) return std::move(*outcome);
    }
  }
  ++fallbacks_;
  return run_case(value, options_);
}

std::optional<Outcome> WarmHost::run_in_place(const protocol::Case& value) {
  Serving* const serving = this->serving(in_place_, value);
  if (serving == nullptr) return std::nullopt;
  std::optional<Outcome> outcome = serving->run(Place::kItself, value, options_);
  if (!outcome || outcome->fate == Fate::kFinished) return outcome;
  // The host has the driver's socket among its descriptors, and may have written an answer of its own.
  if (outcome->fate != Fate::kRefused) in_place_.reset();
  return std::nullopt;
}

}  // namespace gcrucible::driver
