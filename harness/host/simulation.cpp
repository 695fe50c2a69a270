#include "harness/host/simulation.h"

#include <algorithm>
#include <array>
#include <utility>

#include "harness/abi/hresults.h"
#include "harness/abi/monitor_flags.h"
#include "harness/engine/stale_text.h"
#include "harness/host/loader.h"
#include "harness/host/trace_header.h"
#include "harness/trace/callback_fields.h"

namespace gcrucible::host {

using abi::CallbackMethod;

namespace {

void write_summary(trace::Journal& journal, clr::Clr& clr) {
  for (const abi::MethodInfo& method : abi::kInfoMethods) {
    const std::uint64_t calls = clr.unimplemented(static_cast<abi::InfoMethod>(method.slot));
    if (calls == 0) continue;
    journal.model("unimplemented", std::array{trace::Field{"method", trace::text(method.name)},
                                              trace::Field{"calls", trace::number(calls)}});
  }
}

std::span<std::byte> behind_tables(const Case& value, const SimulatedHeap& heap) {
  const std::size_t tables = clr::ClassTable::memory_for(value.program.types);
  return heap.ids.subspan(std::min(tables, heap.ids.size()));
}

}  // namespace

Simulation::Simulation(const Case& value, SimulatedHeap& heap, ControlBlock& control, trace::Journal* journal)
    : case_(&value),
      heap_(&heap),
      control_(&control),
      clr_(value.program.runtime, *heap.engine, behind_tables(value, heap), journal),
      info_(clr_),
      player_(clr_, info_, value.program, control,
              {.audit = value.audit, .detail_limit = value.detail_limit}) {
  clr_.profiler_suspension().show_held(control.held);
}

std::optional<std::string> Simulation::prepare() {
  const std::size_t tables = clr::ClassTable::memory_for(case_->program.types);
  if (tables > heap_->ids.size() / 2) return "the types' method tables need more than 32 MiB";
  if (!clr_.describe(case_->program.types, case_->program.functions, heap_->ids.first(tables))) {
    return "the types' method tables and the ids of modules and functions do not fit their memory";
  }
  return player_.prepare();
}

std::optional<std::string> Simulation::run(const clr::ProfilerInterfaces& interfaces, clr::CallWatch* watch) {
  clr::this_thread().first = true;
  clr_.attach(std::make_unique<clr::Profiler>(interfaces, clr_.mask(), clr_.world(), clr_.journal(), watch));
  clr_.profiler()->on_inside([this](CallbackMethod method) { player_.asker().inside(method); });
  clr_.profiler()->gate(player_.gate());
  player_.begin();
  clr_.on_force_gc([this] { player_.force_collection(); });
  if (auto error = initialize()) return error;
  control_->stage = Stage::kRunning;
  if (auto error = player_.play()) return refuse(std::move(*error));
  shut_down();
  return std::nullopt;
}

bool Simulation::explain_crash(void* self, std::uint64_t address, platform::CrashText& out) {
  const auto& simulation = *static_cast<const Simulation*>(self);
  const auto stale = simulation.heap_->engine->stale(address);
  // Inside an object that is there nothing faults by itself, and any pointer may be in a register.
  if (!stale || stale->kind == engine::StaleAddress::Kind::kInterior) return false;
  std::string_view name;
  for (const program::ObjectName& each : simulation.case_->program.names) {
    if (each.object == stale->object) name = each.name;
  }
  engine::write_stale(out, *stale, name);
  return true;
}

void Simulation::place_crash(void* self) {
  const clr::ThreadState* const thread = clr::known_thread();
  if (thread == nullptr || !thread->in_callback()) return;
  const clr::CallbackFrame& innermost = thread->callbacks.back();
  CallbackPlace& place = static_cast<Simulation*>(self)->control_->crashed_callback;
  place.slot = static_cast<std::uint32_t>(innermost.method);
  place.number = innermost.number;
  place.depth = static_cast<std::uint32_t>(thread->callbacks.size());
}

std::optional<std::string> Simulation::initialize() {
  clr::Profiler& profiler = *clr_.profiler();
  if (profiler.has(11)) {
    // CoreCLR asks whoever is named by CORECLR_PROFILER too; yes makes it a notification profiler, and a
    // failure counts as no.
    abi::BOOL notification_only = 0;
    const abi::HRESULT answered = profiler.call(
        CallbackMethod::kLoadAsNotificationOnly,
        [&] { return trace::fields::LoadAsNotificationOnly(&notification_only); },
        [&] {
          return profiler.level<abi::ICorProfilerCallback11>(11)->LoadAsNotificationOnly(&notification_only);
        });
    if (!abi::failed(answered) && notification_only != 0) clr_.mask().notification_only();
  }
  control_->stage = Stage::kInitializing;
  clr_.life(clr::Life::kInitializing);
  const abi::HRESULT initialized = profiler.call(
      CallbackMethod::kInitialize, [&] { return trace::fields::Initialize(&info_); },
      [&] { return profiler.level2()->Initialize(&info_); });
  const clr::EventMask& mask = clr_.mask();
  if (trace::Journal* journal = clr_.journal()) {
    std::optional<TraceHeader::Mask> words;
    if (!abi::failed(initialized)) words.emplace(mask.low(), mask.high());
    journal->header(TraceHeader(*case_, words, profiler.version()).fields());
  }
  if (abi::failed(initialized)) {
    if (trace::Journal* journal = clr_.journal()) {
      journal->end(std::array{trace::Field{"refused", trace::text("Initialize failed")}});
    }
    return "the profiler's Initialize failed with " + abi::hresult_text(initialized) +
           "; the runtime would run without it";
  }
  clr_.mask().stage(clr::MaskStage::kRunning);
  // A startup profiler that watches collections turns the concurrent ones off.
  if ((mask.low() & abi::COR_PRF_MONITOR_GC) != 0) clr_.mask().concurrent(false);
  profiler.activate(true);
  if (profiler.wants(CallbackMethod::kGarbageCollectionStarted)) {
    clr_.generations().refresh(clr_.engine().generation_ranges());
  }
  clr_.life(clr::Life::kRunning);
  return std::nullopt;
}

std::optional<std::string> Simulation::refuse(std::string why) {
  if (trace::Journal* journal = clr_.journal()) {
    const std::uint32_t line = control_->refused_line;
    const std::string said = line == 0 ? why : "line " + std::to_string(line) + ": " + why;
    journal->end(std::array{trace::Field{"refused", trace::text(said)}});
  }
  return why;
}

void Simulation::shut_down() {
  control_->stage = Stage::kShuttingDown;
  {
    // A collection that a thread of the profiler's has asked for by now is made first. The runtime's other
    // threads have work to do before it says Shutdown, so a suspension holds that back.
    clr_.profiler_suspension().lock_world_for_program(clr_, 0);
    clr_.life(clr::Life::kShuttingDown);
    clr_.world().unlock();
  }
  clr::Profiler& profiler = *clr_.profiler();
  profiler.call(
      CallbackMethod::kShutdown, [] { return trace::fields::Shutdown(); },
      [&] { return profiler.level2()->Shutdown(); });
  player_.end();
  clr_.life(clr::Life::kShutDown);
  profiler.activate(false);
  // Threads of the profiler's may still collect, and never come back.
  if (clr_.world().try_lock()) {
    player_.check_objects();
    clr_.world().unlock();
  }
  if (trace::Journal* journal = clr_.journal()) {
    clr::LentArrays::check_kept(*journal);
    write_summary(*journal, clr_);
    journal->end({});
  }
}

}  // namespace gcrucible::host
