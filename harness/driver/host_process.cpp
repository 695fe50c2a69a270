#include "harness/driver/host_process.h"

#include <algorithm>
#include <csignal>
#include <fstream>
#include <new>
#include <string_view>
#include <utility>

#include "harness/abi/callback_methods.h"
#include "harness/driver/captured_text.h"
#include "harness/driver/fault.h"
#include "harness/driver/native_stack.h"
#include "harness/driver/trace_closing.h"
#include "harness/platform/executable_path.h"
#include "harness/platform/interruption.h"
#include "harness/platform/mapped_file.h"
#include "harness/platform/process.h"

namespace gcrucible::driver {
namespace {

using host::ControlBlock;
using host::Stage;
using platform::TemporaryFile;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kGlance{50};
// For the stack of a process that hangs, which its handler of SIGABRT writes.
constexpr std::chrono::milliseconds kLastWords{2'000};

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

platform::Environment environment_of(const host::Case& value, const RunOptions& options) {
  platform::Environment own = platform::own_environment();
#ifdef GCRUCIBLE_SANITIZED
  // A crash of the profiler is a finding here too, so the signals go to the host's own handler.
  constexpr std::string_view kLeaveSignals = "handle_segv=0:handle_sigbus=0:handle_sigill=0:handle_sigfpe=0";
  const auto append = [&own](std::string_view name, std::string_view options) {
    std::string value(platform::value_of(own, name).value_or(""));
    if (!value.empty()) value += ':';
    own = platform::with_changes(std::move(own), {std::string(name) + "=" + value + std::string(options)});
  };
  append("ASAN_OPTIONS", kLeaveSignals);
  append("TSAN_OPTIONS", kLeaveSignals);
  // Clang 14's interceptor guesses from addresses where glibc put a thread's copy of a library's thread-local
  // data. Where the copy lies 16 bytes into a page it takes the allocator's header for one of glibc 2.19, and
  // the search for leaks faults on what it reads there. Without it the copies are found as what they are:
  // heap memory that the thread points to.
  append("ASAN_OPTIONS", "intercept_tls_get_addr=0");
#endif
  own =
      platform::with_changes(std::move(own), {"CORECLR_ENABLE_PROFILING=1", "CORECLR_PROFILER=" + value.clsid,
                                              "CORECLR_PROFILER_PATH=" + value.profiler_path});
  return platform::with_changes(std::move(own), options.environment);
}

// What must change for a run to be alive. Neither the trace nor the number of callbacks does: threads of the
// profiler's that ask the runtime for ever make both grow although the program stands still.
struct Progress {
  Stage stage;
  host::LoadStep load_step;
  std::uint64_t steps;
  std::uint64_t life;        // the last callback of the first thread outside the program,
  std::uint32_t life_depth;  // and whether it has returned
  std::uint64_t absent;      // the same of a thread that is away from the program
  std::uint32_t absent_depth;

  explicit Progress(const ControlBlock& block)
      : stage(block.stage.load()),
        load_step(block.load_step.load()),
        steps(block.progress.load()),
        life(block.life_callback.number.load()),
        life_depth(block.life_callback.depth.load()),
        absent(block.absent_callback.number.load()),
        absent_depth(block.absent_callback.depth.load()) {}
  friend bool operator==(const Progress&, const Progress&) = default;
};

enum class Standstill : std::uint8_t { kNone, kProfiler, kSimulator };

struct Watched {
  std::optional<platform::ProcessEnd> end;
  Standstill standstill = Standstill::kNone;  // who it is that did not go on
  bool beside = false;                        // somebody made callbacks with the world all the same
};

Watched watch(platform::Process& process, const ControlBlock& block, const RunOptions& options) {
  const std::chrono::milliseconds timeout = options.timeout;
  const std::chrono::milliseconds most_simulating = std::max(timeout, options.simulator_timeout);
  const auto glance = timeout.count() == 0 ? kGlance : std::min(kGlance, timeout);
  Progress last(block);
  // Added up glance by glance: threads of the profiler's that the simulator works for now and then must not
  // start the other one's time anew.
  Clock::duration profiling{}, simulating{};
  for (Clock::time_point before = Clock::now();;) {
    const std::uint64_t callback = block.program_callback.number.load();
    if (const auto end = process.wait(glance)) return {end};
    const Clock::time_point now = Clock::now();
    (block.simulating() ? simulating : profiling) += now - std::exchange(before, now);
    const Progress progress(block);
    if (progress != last) {
      last = progress;
      profiling = simulating = {};
    } else if (timeout.count() != 0 && profiling >= timeout) {
      return {std::nullopt, Standstill::kProfiler, block.program_callback.number.load() != callback};
    } else if (timeout.count() != 0 && simulating >= most_simulating) {
      return {std::nullopt, Standstill::kSimulator};
    }
  }
}

// The block may hold anything after a crash.
template <std::size_t N>
std::string text_of(const char (&buffer)[N]) {
  return {buffer, std::find(buffer, buffer + N, '\0')};
}

std::string seconds(std::chrono::milliseconds time) {
  const auto tenths = time.count() / 100;
  return std::to_string(tenths / 10) + (tenths % 10 == 0 ? "" : "." + std::to_string(tenths % 10)) + " s";
}

void judge(Outcome& outcome, const Watched& watched, bool simulating, const ControlBlock& block,
           const RunOptions& options) {
  const std::optional<platform::ProcessEnd>& end = watched.end;
  if (watched.standstill == Standstill::kProfiler) {
    outcome.fate = Fate::kHung;
    outcome.died = "timeout after " + seconds(options.timeout);
    return;
  }
  if (watched.standstill == Standstill::kSimulator) {
    outcome.fate = Fate::kRefused;
    outcome.message =
        "the simulator itself has not come on for " +
        seconds(std::max(options.timeout, options.simulator_timeout)) +
        ", with nobody in the profiler's code; make a smaller heap, and report it if this one is "
        "small";
    return;
  }
  outcome.signal = end->signal;
  outcome.exit_code = end->exit_code;
  if (outcome.stage == Stage::kRefused) {
    outcome.fate = Fate::kRefused;
  } else if (block.threw.load() != 0) {
    outcome.fate = Fate::kThrew;
    outcome.died = "exception";
  } else if (block.closed_files.load() != 0) {
    // Whatever comes of it at the process's exit.
    outcome.fate = Fate::kClosedFiles;
    outcome.died = "closed file descriptors";
  } else if (end->signal == SIGKILL && simulating) {
    // Nobody catches it, and no profiler was at work: so ends what a system kills that is out of memory.
    outcome.fate = Fate::kRefused;
    outcome.message =
        "the system ended the run (SIGKILL) while the simulator was at work, as it does when memory runs "
        "out; "
        "make fewer or smaller objects";
  } else if (end->signal) {
    outcome.fate = Fate::kCrashed;
    outcome.died = to_text(*end);
  } else if (outcome.stage != Stage::kFinished || end->exit_code != 0) {
    outcome.fate = Fate::kExited;
    outcome.died = to_text(*end);
  }
}

// Whether `a` says better where a run was than `b`: one that has not returned, or else the later one.
bool says_more(const host::CallbackPlace& a, const host::CallbackPlace& b) {
  const bool inside = a.depth.load() != 0;
  if (inside != (b.depth.load() != 0)) return inside;
  return a.number.load() > b.number.load();
}

// The callback that a run which ended so was in, or made last. What hangs is the program, the thread that is
// away from it included, also if a thread of the profiler's collects beside it for ever, before and after it
// the first thread: Shutdown even if a suspension of the profiler's goes on beside it. A thread that crashed
// has said where it was; if that was in no callback, or several threads may be meant, the callback that was
// entered last counts of those that have not returned.
const host::CallbackPlace& place_of_end(const ControlBlock& block, bool hung, bool beside) {
  if (!hung && block.crashed_callback.depth.load() != 0) return block.crashed_callback;
  const host::CallbackPlace& program = block.program_callback;
  const host::CallbackPlace& life = block.life_callback;
  if (hung && life.depth.load() != 0) return life;
  const host::CallbackPlace& absent = block.absent_callback;
  const bool away = hung && beside && absent.depth.load() != 0;
  const host::CallbackPlace& stepping = away || says_more(absent, program) ? absent : program;
  const host::CallbackPlace& own = says_more(life, stepping) ? life : stepping;
  if (hung && own.number.load() != 0) return own;
  return says_more(block.other_callback, own) ? block.other_callback : own;
}

void read_block(Outcome& outcome, const ControlBlock& block, bool hung, bool beside) {
  outcome.stage = block.stage.load();
  outcome.load_step = block.load_step.load();
  outcome.refused_line = block.step_line.load();
  outcome.refused_column = block.step_column.load();
  outcome.callbacks = block.callbacks.load();
  const host::CallbackPlace& place = place_of_end(block, hung, beside);
  outcome.callback_number = place.number.load();
  outcome.inside_callback = place.depth.load() != 0;
  outcome.own_thread = !hung && block.crashed_outside.load() != 0;
  outcome.held = block.held.load() != 0;
  outcome.collection = block.collection.load();
  outcome.collecting = block.collecting.load() != 0;
  outcome.probing = block.probing.load() != 0;
  const std::uint32_t slot = place.slot.load();
  if (outcome.callbacks != 0 && slot < abi::kCallbackMethods.size()) {
    outcome.last_callback = abi::kCallbackMethods[slot].name;
  }
}

void keep_trace(Outcome& outcome, Files& files, const host::Case& value, const RunOptions& options) {
  std::optional<Death> death;
  if (!outcome.died.empty()) {
    death = Death{.how = outcome.died, .callback = outcome.last_callback, .collection = outcome.collection};
    name_fault(files.block(), outcome, *death);
  }
  const ClosedTrace closed = close_trace(files.trace->path(), files.block().trace_bytes.load(), value, death);
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
  const std::string host =
      options.host_path.empty() ? platform::beside_executable("gcrucible-host") : options.host_path;
  platform::Process::Started started =
      platform::Process::start({.arguments = {host, "--case", files.program->path(), "--control",
                                              files.control->path(), "--trace", files.trace->path()},
                                .environment = environment_of(value, options),
                                .working_folder = {},
                                .output = files.output->path(),
                                .error = files.error_output->path()});
  if (!started.process) return refusal(started.error);

  ControlBlock& block = files.block();
  Outcome outcome;
  const Watched watched = watch(*started.process, block, options);
  const bool simulating = block.simulating();
  const bool stands_still = watched.standstill != Standstill::kNone;
  read_block(outcome, block, stands_still, watched.beside);
  if (stands_still) {
    started.process->send(SIGABRT);
    started.process->wait(kLastWords);
    started.process->kill_all();
  }
  if (!stands_still) outcome.message = text_of(block.message);
  judge(outcome, watched, simulating, block, options);
  outcome.native_stack = readable_stack(text_of(block.native_stack));
  outcome.output = captured_text(files.output->path());
  outcome.error_output = captured_text(files.error_output->path());
  if (outcome.fate == Fate::kExited && outcome.stage == Stage::kStarting) {
    // The host itself found its arguments or files wanting, or could not be loaded: no profiler was there
    // yet.
    outcome.fate = Fate::kRefused;
    outcome.message =
        host + " ended with " + std::exchange(outcome.died, {}) + " before it began: " + outcome.error_output;
  }
  if (value.write_trace) keep_trace(outcome, files, value, options);
  return outcome;
}

}  // namespace gcrucible::driver
