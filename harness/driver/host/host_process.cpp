#include "harness/driver/host/host_process.h"

#include <csignal>
#include <cstdint>
#include <filesystem>
#include <system_error>
#include <utility>

#include "harness/driver/case_files.h"
#include "harness/driver/cause_of_death.h"
#include "harness/driver/host/host_start.h"
#include "harness/driver/host/run_watch.h"
#include "harness/driver/trace/captured_text.h"
#include "harness/driver/trace/last_calls.h"
#include "harness/driver/trace/packing.h"
#include "harness/driver/trace/trace_closing.h"
#include "harness/platform/process/interruption.h"
#include "harness/platform/process/process.h"

namespace gcrucible::driver {
namespace {

using protocol::ControlBlock;

void keep_trace(Outcome& outcome, CaseFiles& files, const protocol::Case& value, const RunOptions& options) {
  const std::uint64_t bytes = files.block().trace_bytes.load();
  if (!is_sealed(files.trace->path(), bytes, files.block().trace_seal)) return set_damaged(outcome);
  const Expected<Closed> closed =
      close_trace(files.trace->path(), bytes, value, ending_of(outcome, files.block()));
  if (!closed) {
    outcome.trace_error = closed.error();
    return;
  }
  if (*closed != Closed::kWhole) {
    if (outcome.fate == Fate::kFinished)
      outcome.trace_error = files.trace->path() + ": the host did not finish it";
    return;
  }
  if (!options.trace_path.empty()) {
    const Packing packing = packing_of(options.trace_path);
    auto kept = packing == Packing::kNone ? files.trace->keep_as(options.trace_path)
                                          : pack(files.trace->path(), options.trace_path, packing);
    if (!kept) {
      outcome.trace_error = std::move(kept.error());
      return;
    }
  }
  outcome.trace_path = options.trace_path.empty() ? files.trace->path() : options.trace_path;
  if (options.trace_path.empty()) outcome.temporary_trace = std::move(files.trace);
}

// The trace's file is on a disk, where the profiler can truncate it. The host then ends when it writes.
void look_for_cut(Outcome& outcome, CaseFiles& files) {
  std::error_code code;
  const std::uintmax_t bytes = std::filesystem::file_size(files.trace->path(), code);
  const bool ended =
      outcome.fate == Fate::kFinished || (outcome.fate == Fate::kCrashed && outcome.signal == SIGBUS);
  if (!ended || code || bytes >= files.block().trace_bytes.load()) return;
  outcome.fate = Fate::kWroteFiles;
  outcome.died = "wrote into file descriptors";
  outcome.message = "cut the file of the trace to " + std::to_string(bytes) + " bytes";
  outcome.native_stack.clear();
}

Outcome refusal(std::string message) {
  Outcome outcome;
  outcome.fate = Fate::kRefused;
  outcome.message = std::move(message);
  return outcome;
}

}  // namespace

Outcome run_case(const protocol::Case& value, const RunOptions& options) {
  const platform::Interruption interruption;
  Expected<CaseFiles> made = CaseFiles::make(value, options);
  if (!made) return refusal(made.error());
  CaseFiles& files = *made;
  ControlBlock& block = files.block();
  block.end_status = ControlBlock::kEndStatus;
  const std::string host = host_path_of(options);
  Expected<platform::Process> started =
      platform::Process::start({.arguments = files.host_arguments(host),
                                .environment = environment_of(value, options),
                                .working_folder = {},
                                .output = files.output->path(),
                                .error_output = files.error_output->path()});
  if (!started) return refusal(started.error());

  const WaitForEnd wait = [&](std::chrono::milliseconds limit) { return started->wait(limit); };
  const Watched watched = watch(
      wait, [&] { return started->activity(); }, block, options);
  const bool simulating = block.simulating();
  Outcome outcome = place_of_run(watched, block, value.program);
  if (watched.standstill != Standstill::kNone) {
    started->send(SIGABRT);
    hear_last_words(wait);
    started->kill_all();
  }
  const platform::LeftProcesses& left = started->left();
  block.say_left(left.count, left.names);
  report_end(outcome, watched, simulating, block, options, value.profiler_path);
  outcome.output = captured_text(files.output->path());
  outcome.error_output = captured_text(files.error_output->path());
  refuse_early_exit(outcome, host);
  if (value.write_trace) look_for_cut(outcome, files);
  if (value.write_trace) keep_trace(outcome, files, value, options);
  read_last_calls(outcome);
  return outcome;
}

}  // namespace gcrucible::driver
