#include "harness/host/session.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "harness/host/control_watch.h"
#include "harness/host/loader.h"
#include "harness/host/out_of_memory.h"
#include "harness/host/simulated_heap.h"
#include "harness/host/simulation.h"
#include "harness/host/trace_log.h"
#include "harness/platform/crash_report.h"
#include "harness/platform/exception_text.h"
#include "harness/platform/physical_memory.h"
#include "harness/program/memory_need.h"
#include "harness/program/validate.h"

namespace gcrucible::host {

namespace {

// Exit statuses of the host; the driver goes by the control block and needs these for a look from outside
// only.
constexpr int kFinishedStatus = 0;
constexpr int kRefusedStatus = 2;
constexpr int kThrewStatus = 3;
constexpr int kClosedFilesStatus = 3;

}  // namespace

int refuse(ControlBlock& control, const std::string& message) {
  control.say(message);
  control.stage = Stage::kRefused;
  return kRefusedStatus;
}

int run_session(const Case& value, ControlBlock& control, const std::string& trace_path) {
  const std::vector<program::Problem> problems = program::validate(value.program);
  if (!problems.empty()) return refuse(control, program::to_string(problems.front()));

  if (const auto problem = program::beyond_memory(value.program, platform::physical_memory())) {
    control.step_line = problem->line;
    control.step_column = problem->column;
    return refuse(control, problem->message);
  }

  SimulatedHeap heap = make_heap(value);
  if (!heap.error.empty()) return refuse(control, heap.error);
  std::optional<TraceLog> log;
  std::optional<trace::JsonWriter> writer;
  std::optional<trace::Journal> journal;
  if (value.write_trace) {
    platform::MappedLog::Opened opened = platform::MappedLog::create(trace_path, control.trace_bytes);
    if (!opened.log) return refuse(control, "cannot write the trace: " + opened.error);
    log.emplace(std::move(*opened.log));
    // What the profiler did before it died in Initialize must not be lost; the driver puts the header first.
    writer.emplace(*log, trace::JsonWriter::BeforeHeader::kPassOn);
    writer->add_rebase({heap.space->actual_base(), heap.space->canonical_base(), heap.space->length()});
    journal.emplace(std::vector<trace::Sink*>{&*writer});
  }
  Simulation simulation(value, heap, control, journal ? &*journal : nullptr);
  if (const auto error = simulation.prepare()) return refuse(control, *error);
  platform::explain_crashes({Simulation::explain_crash, &simulation, Simulation::place_crash});

  control.stage = Stage::kLoading;
  const auto load = [&] {
    try {
      return load_profiler(value.profiler_path, value.clsid, value.program.runtime, control.load_step);
    } catch (...) {
      control.say(platform::text_of_caught_exception());
      control.threw = 1;
      std::_Exit(kThrewStatus);
    }
  };
  LoadedProfiler first;
  if (value.program.life.load == program::LifeSpec::Load::kStart) {
    first = load();
    if (!first.interfaces) return refuse(control, first.error);
  }
  ControlWatch watch(control);
  // Of what the steps do not say of themselves: Shutdown's last look at the heap, the trace's end.
  const auto error = unless_out_of_memory([&] { return simulation.run(std::move(first), load, &watch); });
  const bool whole = !log || log->finish();
  // The process ends here with everything still in place: profilers' threads and exit handlers may use it.
  if (error) std::exit(refuse(control, *error));
  if (log && log->lost()) {
    control.closed_files = 1;
    std::exit(kClosedFilesStatus);
  }
  if (!whole) std::exit(refuse(control, "the trace could not be written whole: " + log->error()));
  control.stage = Stage::kFinished;
  // Nothing of the profiler's runs any more in a process that is ended like this.
  using Exit = program::LifeSpec::Exit;
  const Exit exit = value.program.life.exit;
  if (exit == Exit::kAbrupt || exit == Exit::kStore) std::_Exit(kFinishedStatus);
  std::exit(kFinishedStatus);
}

}  // namespace gcrucible::host
