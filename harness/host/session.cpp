#include "harness/host/session.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/abi/gcrucible/probe.h"
#include "harness/abi/tables/callback_methods.h"
#include "harness/host/out_of_memory.h"
#include "harness/host/player/simulated_heap.h"
#include "harness/host/simulation.h"
#include "harness/host/trace_log.h"
#include "harness/platform/crash/crash_report.h"
#include "harness/platform/crash/exception_text.h"
#include "harness/platform/memory/physical_memory.h"
#include "harness/platform/process/environment.h"
#include "harness/platform/process/forks.h"
#include "harness/program/memory_need.h"
#include "harness/program/validate/validate.h"
#include "harness/protocol/interface_answers.h"

namespace gcrucible::host {

namespace {

// Exit statuses of a host that has not come to its own end; the driver names the status for that end. The
// driver uses the control block; these statuses only help an observer of the process.
constexpr int kFinishedStatus = 0;
constexpr int kRefusedStatus = 2;
constexpr int kThrewStatus = 3;
constexpr int kFilesStatus = 3;

constexpr const char* kOtherFolder =
    "; free some room there, or name another folder: with --trace, or TMPDIR without it";

}  // namespace

int refuse(protocol::ControlBlock& control, const std::string& message) {
  control.say(message);
  control.refusal_sum = control.sum_of_message();
  control.stage = protocol::Stage::kRefused;
  return kRefusedStatus;
}

namespace {

int refuse_profiler(protocol::ControlBlock& control, const std::string& message) {
  control.profiler_refused = 1;
  return refuse(control, message);
}

}  // namespace

struct Session::Parts {
  explicit Parts(SimulatedHeap made) : heap(std::move(made)) {}

  SimulatedHeap heap;
  std::optional<TraceLog> log;
  std::optional<trace::JsonWriter> writer;
  std::optional<trace::Journal> journal;
  std::optional<Simulation> simulation;
  std::optional<ControlWatch> watch;
};

Session::Session(const protocol::Case& value, protocol::ControlBlock& control, OpenLog open_log,
                 Surroundings around)
    : case_(&value), control_(&control), open_log_(std::move(open_log)), around_(std::move(around)) {}

Session::~Session() {
  if (parts_ == nullptr || !parts_->simulation) return;
  parts_->simulation->release_profiler();
  platform::explain_crashes({});
}

bool Session::loaded() const {
  return loaded_;
}

std::optional<platform::MappedFile> Session::give_back_trace() {
  if (parts_ == nullptr || !parts_->log) return std::nullopt;
  return std::move(*parts_->log).give_back();
}

// Sets up everything that exists before the profiler.
int Session::start() {
  const std::vector<program::Problem> problems = program::validate(case_->program);
  if (!problems.empty()) return refuse(*control_, program::to_string(problems.front()));

  if (const auto problem = program::beyond_memory(case_->program, platform::physical_memory())) {
    control_->step_line = problem->line;
    control_->step_column = problem->column;
    return refuse(*control_, problem->message);
  }

  Expected<SimulatedHeap> heap = make_heap(*case_);
  if (!heap) return refuse(*control_, heap.error());
  parts_ = std::make_unique<Parts>(std::move(*heap));
  Parts& parts = *parts_;
  if (case_->write_trace) {
    Expected<platform::MappedLog> opened = open_log_();
    if (!opened) return refuse(*control_, "cannot write the trace: " + opened.error() + kOtherFolder);
    parts.log.emplace(std::move(*opened), control_->trace_seal);
    // Events before the profiler dies in Initialize must not be lost. The driver puts the header first.
    parts.writer.emplace(*parts.log, trace::JsonWriter::BeforeHeader::kPassOn);
    const platform::AddressSpace& space = *parts.heap.space;
    parts.writer->add_rebase({space.actual_base(), space.canonical_base(), space.length()});
    parts.journal.emplace(std::vector<trace::Sink*>{&*parts.writer});
  }
  Simulation& simulation =
      parts.simulation.emplace(*case_, parts.heap, *control_, parts.journal ? &*parts.journal : nullptr);
  if (around_.ends_process) simulation.go_on_listening();
  if (const auto prepared = simulation.prepare(); !prepared) return refuse(*control_, prepared.error());
  platform::explain_crashes({Simulation::explain_crash, &simulation, Simulation::place_crash});
  return kFinishedStatus;
}

// Checks whether the profiler has touched files of the process, which ends the run.
bool Session::report_files() {
  platform::GuardedFiles::Touched touched;
  if (around_.files != nullptr) touched = around_.files->look();
  const bool trace_lost = parts_->log && parts_->log->lost();
  const std::uint64_t strange = parts_->log ? parts_->log->strange_bytes() : 0;
  if (touched.none() && !trace_lost && strange == 0) return false;
  const bool closed = trace_lost || !touched.closed.empty();
  std::string text = touched.text();
  if (trace_lost) text += (text.empty() ? "closed " : ", and ") + std::string("the one of the trace");
  if (strange != 0) {
    text += std::string(text.empty() ? "" : ", and ") + "wrote " + std::to_string(strange) +
            (strange == 1 ? " byte" : " bytes") + " into the one of the trace";
  }
  control_->say(text);
  control_->files_fault = closed ? protocol::FilesFault::kClosed : protocol::FilesFault::kWritten;
  return true;
}

Expected<LoadedProfiler> Session::load() {
  try {
    auto loaded = around_.load ? around_.load(control_->load_step)
                               : load_profiler(case_->profiler_path, case_->clsid, case_->program.runtime,
                                               control_->load_step, case_->clsid_from);
    if (platform::is_forked_copy()) {
      control_->copy_came_back = 1;
      std::_Exit(kFinishedStatus);
    }
    if (loaded) loaded->step = &control_->load_step;
    if (loaded && loaded->interfaces && loaded->answers) {
      static_assert(abi::kNewestCallbackVersion < protocol::interface_bits::kVersionShift);
      control_->interfaces =
          protocol::bits_of({.callback_version = loaded->interfaces->version, .answers = *loaded->answers});
      record_slots(*loaded->interfaces, control_->slots);
    }
    return loaded;
  } catch (...) {
    control_->say(platform::text_of_caught_exception());
    control_->threw = 1;
    if (around_.last_words != nullptr) around_.last_words(*control_);
    std::_Exit(kThrewStatus);
  }
}

int Session::play() {
  if (const int status = start(); status != kFinishedStatus) return status;
  Simulation& simulation = *parts_->simulation;
  std::optional<TraceLog>& log = parts_->log;
  if (around_.files != nullptr) {
    around_.files->renew();
    platform::forget_forks(&control_->forks);
    platform::set_environment_variable(GCRUCIBLE_SEED_VARIABLE, std::to_string(case_->program.seed));
    simulation.watch_process();
  }
  control_->stage = protocol::Stage::kLoading;
  const auto load = [&] { return this->load(); };
  LoadedProfiler first;
  if (case_->program.life.load == program::LifeSpec::Load::kStart) {
    auto loaded = load();
    if (!loaded) return refuse_profiler(*control_, loaded.error());
    first = std::move(*loaded);
  }
  loaded_ = true;
  parts_->watch.emplace(*control_, around_.last_words);
  if (around_.between_steps) {
    simulation.on_between_steps(
        [&](std::size_t step) { return around_.between_steps(step, simulation.clr()); });
  }
  // For failures outside the steps: the last heap check at Shutdown, the trace's end.
  const auto played =
      unless_out_of_memory([&] { return simulation.run(std::move(first), load, &*parts_->watch); });
  const bool whole = !log || (around_.ends_process ? log->look() : log->finish());
  if (!played) return refuse(*control_, played.error());
  if (around_.files != nullptr) platform::wait_for_copies(control_->copy_came_back);
  if (report_files()) return kFilesStatus;
  if (!whole)
    return refuse(*control_, "the trace could not be written whole: " + log->error() + kOtherFolder);
  control_->stage = protocol::Stage::kFinished;
  return kFinishedStatus;
}

namespace {

// An exception of the library ends the process. The driver then knows nothing about the class.
int run_class_check(const protocol::Case& value, protocol::ControlBlock& control) {
  control.stage = protocol::Stage::kLoading;
  const Expected<void> known =
      check_class(value.profiler_path, value.clsid, control.load_step, value.clsid_from);
  if (!known) return refuse_profiler(control, known.error());
  control.stage = protocol::Stage::kFinished;
  return control.end_status.load();
}

}  // namespace

int run_session(const protocol::Case& value, protocol::ControlBlock& control, const OpenLog& open_log,
                platform::GuardedFiles& files) {
  if (value.only_class) return run_class_check(value, control);
  Session session(value, control, open_log, {.files = &files, .ends_process = true});
  int status = session.play();
  if (!session.loaded()) return status;
  const bool finished = status == kFinishedStatus;
  if (finished) status = control.end_status.load();
  // In a process that ends in this way, no code of the profiler runs any more.
  using Exit = program::LifeSpec::Exit;
  const Exit exit = value.program.life.exit;
  if (finished && (exit == Exit::kAbrupt || exit == Exit::kStore)) std::_Exit(status);
  // Exits from here, with all objects still alive.
  std::exit(status);
}

}  // namespace gcrucible::host
