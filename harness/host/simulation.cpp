#include "harness/host/simulation.h"

#include <algorithm>
#include <array>
#include <utility>

#include "harness/abi/hresults.h"
#include "harness/abi/monitor_flags.h"
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
              {.audit = value.audit, .detail_limit = value.detail_limit}) {}

std::optional<std::string> Simulation::prepare() {
  const std::size_t tables = clr::ClassTable::memory_for(case_->program.types);
  if (tables > heap_->ids.size() / 2) return "the types' method tables need more than 32 MiB";
  if (!clr_.classes().build(case_->program.types, *heap_->engine, heap_->ids.first(tables))) {
    return "the types' method tables do not fit their memory";
  }
  return player_.prepare();
}

std::optional<std::string> Simulation::run(const clr::ProfilerInterfaces& interfaces, clr::CallWatch* watch) {
  clr_.attach(std::make_unique<clr::Profiler>(interfaces, clr_.mask(), clr_.world(), clr_.journal(), watch));
  clr_.profiler()->on_inside([this](CallbackMethod method) { player_.asker().inside(method); });
  clr_.on_force_gc([this] { player_.force_collection(); });
  if (auto error = initialize()) return error;
  control_->stage = Stage::kRunning;
  if (auto error = player_.play()) return refuse(std::move(*error));
  shut_down();
  return std::nullopt;
}

std::optional<std::string> Simulation::initialize() {
  clr::Profiler& profiler = *clr_.profiler();
  if (profiler.has(11)) {
    abi::BOOL notification_only = 0;
    profiler.call(
        CallbackMethod::kLoadAsNotificationOnly,
        [&] { return trace::fields::LoadAsNotificationOnly(&notification_only); },
        [&] {
          return profiler.level<abi::ICorProfilerCallback11>(11)->LoadAsNotificationOnly(&notification_only);
        });
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
    const std::string_view name = abi::hresult_name(initialized);
    return "the profiler's Initialize failed with " +
           (name.empty() ? std::to_string(initialized) : std::string(name)) +
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
    journal->end(std::array{trace::Field{"refused", trace::text(why)}});
  }
  return why;
}

void Simulation::shut_down() {
  control_->stage = Stage::kShuttingDown;
  {
    // A collection that a thread of the profiler's has asked for by now is made first.
    const std::scoped_lock world(clr_.world());
    clr_.life(clr::Life::kShuttingDown);
  }
  clr::Profiler& profiler = *clr_.profiler();
  profiler.call(
      CallbackMethod::kShutdown, [] { return trace::fields::Shutdown(); },
      [&] { return profiler.level2()->Shutdown(); });
  clr_.life(clr::Life::kShutDown);
  profiler.activate(false);
  if (trace::Journal* journal = clr_.journal()) {
    write_summary(*journal, clr_);
    journal->end({});
  }
}

}  // namespace gcrucible::host
