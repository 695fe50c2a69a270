#include "harness/host/session.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <vector>

#include "harness/clr/info_facade.h"
#include "harness/engine/arena_memory.h"
#include "harness/engine/simulated_engine.h"
#include "harness/host/control_watch.h"
#include "harness/host/loader.h"
#include "harness/host/player.h"
#include "harness/host/trace_header.h"
#include "harness/host/trace_log.h"
#include "harness/platform/address_space.h"
#include "harness/program/validate.h"
#include "harness/trace/callback_fields.h"
#include "sim/literal_memory.h"

namespace gcrucible::host {

namespace {

using abi::CallbackMethod;

// Exit statuses of the host; the driver goes by the control block and needs these for a look from outside
// only.
constexpr int kFinishedStatus = 0;
constexpr int kRefusedStatus = 2;

// For ids and method tables, at the start of the simulated address space: 64 bytes an id are a million
// handles.
constexpr std::uint64_t kIdBytes = std::uint64_t{64} << 20;

sim::HeapSettings settings_of(const program::Program& program) {
  sim::HeapSettings settings;
  settings.alignment = program.heap.alignment;
  std::uint64_t threshold = program.heap.large_object_threshold;
  if (threshold == 0) threshold = program.runtime.large_object_threshold;
  // The heap's bound is the smallest size that is large; the documentation's reading is "larger than".
  settings.large_object_threshold = program.runtime.large_at_threshold ? threshold : threshold + 1;
  for (std::size_t i = 0; i < settings.range_length.size(); ++i) {
    if (program.heap.range_length[i] != 0) settings.range_length[i] = program.heap.range_length[i];
  }
  return settings;
}

struct World {
  std::optional<platform::AddressSpace> space;
  std::span<std::byte> ids;
  std::unique_ptr<engine::SimulatedEngine> engine;
  std::string error;
};

World make_world(const Case& value) {
  World world;
  platform::AddressSpace::Reserved reserved = platform::AddressSpace::reserve();
  if (!reserved.space) {
    world.error = "no address space for the simulated heap: " + reserved.error;
    return world;
  }
  world.space.emplace(std::move(*reserved.space));
  const std::uint64_t base = world.space->actual_base();
  if (!world.space->make_accessible(base, kIdBytes)) {
    world.error = "no memory for the simulated runtime's own tables";
    return world;
  }
  world.ids = {reinterpret_cast<std::byte*>(base), kIdBytes};

  const program::HeapSpec& heap = value.program.heap;
  std::unique_ptr<sim::Memory> memory;
  std::function<void()> age;
  if (heap.backing == program::Backing::kNone) {
    memory = std::make_unique<sim::LiteralMemory>();
  } else {
    engine::ArenaOptions options;
    options.backed = heap.backing == program::Backing::kMemory;
    options.quarantine = heap.quarantine;
    options.offset = kIdBytes;
    options.slide = heap.slide;
    auto arena = std::make_unique<engine::ArenaMemory>(*world.space, options);
    age = [raw = arena.get()] { raw->age(); };
    memory = std::move(arena);
  }
  world.engine = std::make_unique<engine::SimulatedEngine>(
      settings_of(value.program), std::move(memory), static_cast<sim::Fault>(value.fault), std::move(age));
  return world;
}

void write_summary(trace::Journal& journal, clr::Clr& clr) {
  for (const abi::MethodInfo& method : abi::kInfoMethods) {
    const std::uint64_t calls = clr.unimplemented(static_cast<abi::InfoMethod>(method.slot));
    if (calls == 0) continue;
    journal.model("unimplemented", std::array{trace::Field{"method", trace::text(method.name)},
                                              trace::Field{"calls", trace::number(calls)}});
  }
}

}  // namespace

int refuse(ControlBlock& control, const std::string& message) {
  const std::size_t length = std::min(message.size(), sizeof control.message - 1);
  std::memcpy(control.message, message.data(), length);
  control.message[length] = '\0';
  control.stage = Stage::kRefused;
  return kRefusedStatus;
}

int run_session(const Case& value, ControlBlock& control, const std::string& trace_path) {
  const std::vector<program::Problem> problems = program::validate(value.program);
  if (!problems.empty()) return refuse(control, program::to_string(problems.front()));

  std::optional<TraceLog> log;
  std::optional<trace::JsonWriter> writer;
  std::optional<trace::Journal> journal;
  World world = make_world(value);
  if (!world.error.empty()) return refuse(control, world.error);
  if (value.write_trace) {
    platform::MappedLog::Opened opened = platform::MappedLog::create(trace_path, control.trace_bytes);
    if (!opened.log) return refuse(control, "cannot write the trace: " + opened.error);
    log.emplace(std::move(*opened.log), control);
    // What the profiler did before it died in Initialize must not be lost; the driver puts the header first.
    writer.emplace(*log, trace::JsonWriter::BeforeHeader::kPassOn);
    writer->add_rebase({world.space->actual_base(), world.space->canonical_base(), world.space->length()});
    journal.emplace(std::vector<trace::Sink*>{&*writer});
  }

  const std::size_t tables = clr::ClassTable::memory_for(value.program.types);
  if (tables > kIdBytes / 2) return refuse(control, "the types' method tables need more than 32 MiB");
  clr::Clr clr(value.program.runtime, *world.engine, world.ids.subspan(tables),
               journal ? &*journal : nullptr);
  if (!clr.classes().build(value.program.types, *world.engine, world.ids.first(tables))) {
    return refuse(control, "the types' method tables do not fit their memory");
  }
  clr::InfoFacade info(clr);
  ControlWatch watch(control);
  Player player(clr, info, value.program, control,
                {.audit = value.audit, .detail_limit = value.detail_limit});
  if (const auto error = player.prepare()) return refuse(control, *error);

  control.stage = Stage::kLoading;
  const LoadedProfiler loaded = load_profiler(value.profiler_path, value.clsid, value.program.runtime);
  if (!loaded.interfaces) return refuse(control, loaded.error);
  clr.attach(std::make_unique<clr::Profiler>(*loaded.interfaces, clr.mask(), clr.journal(), &watch));
  clr::Profiler& profiler = *clr.profiler();
  profiler.on_inside([&](CallbackMethod method) { player.asker().inside(method); });
  clr.on_force_gc([&] { player.force_collection(); });

  if (profiler.has(11)) {
    abi::BOOL notification_only = 0;
    profiler.call(
        CallbackMethod::kLoadAsNotificationOnly,
        [&] { return trace::fields::LoadAsNotificationOnly(&notification_only); },
        [&] {
          return profiler.level<abi::ICorProfilerCallback11>(11)->LoadAsNotificationOnly(&notification_only);
        });
  }
  control.stage = Stage::kInitializing;
  clr.life(clr::Life::kInitializing);
  const abi::HRESULT initialized = profiler.call(
      CallbackMethod::kInitialize, [&] { return trace::fields::Initialize(&info); },
      [&] { return profiler.level2()->Initialize(&info); });
  if (journal) {
    std::optional<TraceHeader::Mask> mask;
    if (!abi::failed(initialized)) mask.emplace(clr.mask().low(), clr.mask().high());
    journal->header(TraceHeader(value, mask).fields());
  }
  if (abi::failed(initialized)) {
    if (journal) journal->end(std::array{trace::Field{"refused", trace::text("Initialize failed")}});
    if (log) log->finish();
    const std::string_view name = abi::hresult_name(initialized);
    return refuse(control, "the profiler's Initialize failed with " +
                               (name.empty() ? std::to_string(initialized) : std::string(name)) +
                               "; the runtime would run without it");
  }
  clr.mask().stage(clr::MaskStage::kRunning);
  if ((clr.mask().low() & abi::COR_PRF_MONITOR_GC) != 0) clr.mask().concurrent(false);
  const auto bracket =
      (clr.mask().low() & abi::COR_PRF_MONITOR_GC) | (clr.mask().high() & abi::COR_PRF_HIGH_BASIC_GC);
  if (bracket != 0) clr.generations().refresh(world.engine->generation_ranges());
  profiler.activate(true);
  clr.life(clr::Life::kRunning);
  control.stage = Stage::kRunning;
  if (const auto error = player.play()) {
    if (journal) journal->end(std::array{trace::Field{"refused", trace::text(*error)}});
    if (log) log->finish();
    return refuse(control, *error);
  }

  control.stage = Stage::kShuttingDown;
  {
    // A collection that a thread of the profiler's has asked for by now is made first.
    const std::scoped_lock world_lock(clr.world());
    clr.life(clr::Life::kShuttingDown);
  }
  profiler.call(
      CallbackMethod::kShutdown, [] { return trace::fields::Shutdown(); },
      [&] { return profiler.level2()->Shutdown(); });
  clr.life(clr::Life::kShutDown);
  profiler.activate(false);
  if (journal) {
    write_summary(*journal, clr);
    journal->end({});
  }
  if (log && !log->finish()) return refuse(control, "the trace could not be written whole: " + log->error());
  control.stage = Stage::kFinished;
  // The process ends here with everything still in place: profilers' threads and exit handlers may use it.
  std::exit(kFinishedStatus);
}

}  // namespace gcrucible::host
