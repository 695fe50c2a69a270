#include "harness/driver/host_process.h"

#include <csignal>
#include <fstream>
#include <new>
#include <utility>

#include "harness/driver/captured_text.h"
#include "harness/driver/host_start.h"
#include "harness/driver/run_watch.h"
#include "harness/driver/trace_closing.h"
#include "harness/platform/interruption.h"
#include "harness/platform/mapped_file.h"
#include "harness/platform/process.h"

namespace gcrucible::driver {
namespace {

using host::ControlBlock;
using platform::TemporaryFile;

// The files between driver and host, gone with this.
struct Files {
  std::optional<TemporaryFile> program;
  std::optional<TemporaryFile> control;
  std::optional<TemporaryFile> trace;
  std::optional<TemporaryFile> output;
  std::optional<TemporaryFile> error_output;
  std::optional<platform::MappedFile> mapped_control;
  std::string error;

  ControlBlock& block() { return *reinterpret_cast<ControlBlock*>(mapped_control->data()); }
};

bool take(std::optional<TemporaryFile>& file, TemporaryFile::Made made, std::string& error) {
  file = std::move(made.file);
  if (!file) error = std::move(made.error);
  return file.has_value();
}

Files make_files(const host::Case& value, const RunOptions& options) {
  Files files;
  const bool made = take(files.program, TemporaryFile::in_temporary_folder("case"), files.error) &&
                    take(files.control, TemporaryFile::in_temporary_folder("control"), files.error) &&
                    take(files.output, TemporaryFile::in_temporary_folder("stdout"), files.error) &&
                    take(files.error_output, TemporaryFile::in_temporary_folder("stderr"), files.error) &&
                    take(files.trace,
                         options.trace_path.empty() ? TemporaryFile::in_temporary_folder("trace.jsonl")
                                                    : TemporaryFile::beside(options.trace_path),
                         files.error);
  if (!made) return files;

  const std::vector<std::byte> bytes = host::encode(value);
  std::ofstream out(files.program->path(), std::ios::binary);
  out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  out.close();
  if (!out) {
    files.error = files.program->path() + ": cannot be written";
    return files;
  }
  platform::MappedFile::Opened mapped =
      platform::MappedFile::create(files.control->path(), sizeof(ControlBlock));
  files.error = std::move(mapped.error);
  files.mapped_control = std::move(mapped.file);
  if (files.mapped_control) new (files.mapped_control->data()) ControlBlock;
  return files;
}

void keep_trace(Outcome& outcome, Files& files, const host::Case& value, const RunOptions& options) {
  const ClosedTrace closed = close_trace(files.trace->path(), files.block().trace_bytes.load(), value,
                                         death_of(outcome, files.block()));
  outcome.trace_error = closed.error;
  if (!closed.whole) {
    if (outcome.trace_error.empty() && outcome.fate == Fate::kFinished) {
      outcome.trace_error = files.trace->path() + ": the host did not finish it";
    }
    return;
  }
  if (!options.trace_path.empty()) outcome.trace_error = files.trace->keep_as(options.trace_path);
  if (!outcome.trace_error.empty()) return;
  outcome.trace_path = options.trace_path.empty() ? files.trace->path() : options.trace_path;
  if (options.trace_path.empty()) outcome.temporary_trace = std::move(files.trace);
}

Outcome refusal(std::string message) {
  Outcome outcome;
  outcome.fate = Fate::kRefused;
  outcome.message = std::move(message);
  return outcome;
}

}  // namespace

Outcome run_case(const host::Case& value, const RunOptions& options) {
  const platform::Interruption interruption;
  Files files = make_files(value, options);
  if (!files.error.empty()) return refusal(files.error);
  const std::string host = host_path_of(options);
  platform::Process::Started started =
      platform::Process::start({.arguments = {host, "--case", files.program->path(), "--control",
                                              files.control->path(), "--trace", files.trace->path()},
                                .environment = environment_of(value, options),
                                .working_folder = {},
                                .output = files.output->path(),
                                .error = files.error_output->path()});
  if (!started.process) return refusal(started.error);

  ControlBlock& block = files.block();
  const Watched watched =
      watch([&](std::chrono::milliseconds limit) { return started.process->wait(limit); }, block, options);
  const bool simulating = block.simulating();
  Outcome outcome = place_of_run(watched, block);
  if (watched.standstill != Standstill::kNone) {
    started.process->send(SIGABRT);
    started.process->wait(kLastWords);
    started.process->kill_all();
  }
  tell_end(outcome, watched, simulating, block, options);
  outcome.output = captured_text(files.output->path());
  outcome.error_output = captured_text(files.error_output->path());
  refuse_early_exit(outcome, host);
  if (value.write_trace) keep_trace(outcome, files, value, options);
  return outcome;
}

}  // namespace gcrucible::driver
