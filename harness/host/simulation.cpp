#include "harness/host/simulation.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <thread>
#include <utility>

#include "harness/clr/callbacks/buffer_pool.h"
#include "harness/clr/callbacks/guarded_copies.h"
#include "harness/clr/entrance.h"
#include "harness/engine/stale_text.h"
#include "harness/host/out_of_memory.h"
#include "harness/host/own_lock_watch.h"
#include "harness/host/session.h"
#include "harness/platform/process/fork_server.h"
#include "harness/protocol/exit_word.h"

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
  const auto write = [&](std::string_view fact, const clr::CodeStore::Counts& counts) {
    for (const auto& [method, calls] : counts) {
      journal.model(fact, std::array{trace::Field{"method", trace::text(method)},
                                     trace::Field{"calls", trace::number(calls)}});
    }
  };
  write("unimplemented", clr.code().unanswered());
  write("stored", clr.code().stored());
}

void write_changes(const std::vector<platform::ProcessSetup::Change>& changes, trace::Journal& journal) {
  for (const platform::ProcessSetup::Change& each : changes) {
    journal.model("altered", std::array{trace::Field{"what", trace::text(each.what)},
                                        trace::Field{"detail", trace::text(each.detail)},
                                        trace::Field{"line", trace::null()}});
  }
}

std::span<std::byte> behind_tables(const protocol::Case& value, const SimulatedHeap& heap) {
  const std::size_t tables = clr::ClassTable::memory_for(value.program.types);
  return heap.ids.subspan(std::min(tables, heap.ids.size()));
}

}  // namespace

Simulation::Simulation(const protocol::Case& value, SimulatedHeap& heap, protocol::ControlBlock& control,
                       trace::Journal* journal)
    : case_(&value),
      heap_(&heap),
      control_(&control),
      clr_(value.program.runtime, *heap.engine, behind_tables(value, heap), journal),
      info_(clr_),
      life_(value, clr_, info_, control),
      player_(clr_, info_, life_, value.program, control,
              {.audit = value.audit, .account = value.account, .detail_limit = value.detail_limit}),
      threads_beside_(std::max(platform::thread_count(), 1u) - 1) {
  clr_.failing().set(value.program.failing);
  player_.on_shut_down([this](Player::AtWork at_work) { shut_down(at_work); });
  clr_.profiler_suspension().show_held(control.held);
  clr_.profiler_suspension().show_question(control.suspending_line);
  clr_.world().show_owned(control.world_owned);
}

Expected<void> Simulation::prepare() {
  const std::size_t tables = clr::ClassTable::memory_for(case_->program.types);
  if (tables > heap_->ids.size() / 2) return failure("the types' method tables need more than 32 MiB");
  if (!clr_.describe(case_->program.types, case_->program.functions, heap_->ids.first(tables),
                     case_->program.collectible)) {
    return failure("the types' method tables and the ids of modules and functions do not fit their memory");
  }
  return player_.prepare();
}

Expected<void> Simulation::run(const clr::ProfilerInterfaces& interfaces, clr::CallWatch* watch) {
  const auto load = [&interfaces] {
    LoadedProfiler loaded;
    loaded.interfaces = interfaces;
    return loaded;
  };
  return run(load(), load, watch);
}

Expected<void> Simulation::run(LoadedProfiler first, ProfilerLife::Load load, clr::CallWatch* watch) {
  clr::this_thread().first = true;
  const OwnLockWatch own_locks(clr_, watch, threads_beside_);
  clr_.attach(std::make_unique<clr::Profiler>(clr_.mask(), clr_.world(), clr_.journal(), watch));
  clr_.profiler()->on_inside([this](CallbackMethod method) { player_.info_invoker().inside(method); });
  clr_.profiler()->gate(player_.gate());
  life_.on_load(std::move(load));
  player_.begin();
  clr_.on_force_gc([this] { or_exit([this] { player_.force_collection(); }); });
  clr_.on_concurrent_off([this] {
    bool off = false;
    or_exit([&] { off = player_.finish_background_for_attach(); });
    return off;
  });
  if (case_->program.life.load == program::LifeSpec::Load::kAttach) {
    clr_.life(clr::Life::kRunning);
  } else if (auto started = life_.start(std::move(first)); !started) {
    control_->profiler_refused = 1;
    return started;
  }
  control_->stage = protocol::Stage::kRunning;
  if (auto played = player_.play(); !played) return refuse(std::move(played.error()));
  shut_down();
  end();
  return {};
}

void Simulation::or_exit(const std::function<void()>& work) {
  const auto done = unless_out_of_memory([&]() -> Expected<void> {
    work();
    return {};
  });
  if (!done) std::_Exit(host::refuse(*control_, done.error()));
}

bool Simulation::explain_crash(void* self, std::uint64_t address, platform::CrashText& out) {
  const auto& simulation = *static_cast<const Simulation*>(self);
  if (simulation.life_.was_client_data(address)) {
    out.text(", where the data of the attaching client was until InitializeForAttach returned");
    simulation.control_->fault_kind = protocol::ControlBlock::kFaultInClientData;
    return true;
  }
  if (clr::BufferPool::explain(address, out)) return true;
  const auto stale = simulation.heap_->engine->stale(address);
  // An address inside a live object does not fault by itself, and a register may hold any pointer.
  if (!stale || stale->kind == engine::StaleAddress::Kind::kInterior) {
    const auto& space = *simulation.heap_->space;
    const bool has_bytes = simulation.case_->program.heap.backing == program::Backing::kMemory;
    if (has_bytes || address - space.actual_base() >= space.length()) return false;
    out.text(
        ", in a heap that has no bytes: leave the scenario's `backing` out, or test --without huge-objects");
    return true;
  }
  protocol::ControlBlock& control = *simulation.control_;
  control.fault_object = stale->object;
  control.fault_collection = stale->collection;
  control.fault_kind = static_cast<std::uint32_t>(stale->kind) + 1;
  std::string_view name;
  for (const program::ObjectName& each : simulation.case_->program.names) {
    if (each.object == stale->object) name = each.name;
  }
  engine::write_stale(out, *stale, name);
  return true;
}

void Simulation::place_crash(void* self, const std::uint64_t* address) {
  const clr::ThreadState& thread = clr::this_thread();
  protocol::ControlBlock& control = *static_cast<Simulation*>(self)->control_;
  if (const clr::InsideMethod* const inside = clr::inside_method()) {
    platform::CrashText out(control.crashed_in);
    out.text(inside->name);
    out.text("\n");
    clr::write_arguments(out, *inside, address);
  }
  if (!thread.in_callback()) {
    if (!thread.of_runtime && !thread.first) control.crashed_outside = 1;
    return;
  }
  const clr::CallbackFrame& innermost = *thread.innermost;
  protocol::CallbackPlace& place = control.crashed_callback;
  place.slot = static_cast<std::uint32_t>(innermost.method);
  place.number = innermost.number;
  place.depth = thread.depth;
}

tl::unexpected<std::string> Simulation::refuse(std::string why) {
  if (trace::Journal* journal = clr_.journal()) {
    const std::uint32_t line = control_->step_line;
    const std::string said = line == 0 ? why : "line " + std::to_string(line) + ": " + why;
    journal->end(std::array{trace::Field{"refused", trace::text(said)}});
  }
  return failure(std::move(why));
}

void Simulation::shut_down(Player::AtWork at_work) {
  control_->stage = protocol::Stage::kShuttingDown;
  if (at_work == Player::AtWork::kOthers) {
    clr_.life(clr::Life::kShuttingDown);
  } else {
    // A collection that a thread of the profiler has already requested is made first. The runtime's other
    // threads have work to do before Shutdown, so a suspension delays Shutdown.
    clr_.profiler_suspension().lock_world_for_program(clr_, 0);
    player_.report_ended_threads();
    using Exit = program::LifeSpec::Exit;
    if (case_->program.life.exit == Exit::kNormal) player_.ask_probe_at_end();
    clr_.life(clr::Life::kShuttingDown);
    clr_.world().unlock();
  }
  life_.shut_down();
}

// No thread can force a collection any more, unless a collection in progress never ends. A process that is
// ended from outside ends no threads.
void Simulation::end_collectors() {
  using Exit = program::LifeSpec::Exit;
  const Exit exit = case_->program.life.exit;
  if ((exit != Exit::kNormal && exit != Exit::kHosted) || !clr_.world().try_lock()) return;
  clr_.world().unlock();
  clr_.threads().end_collectors();
}

// A process does not end when Shutdown returns. What the profiler's threads do until its end is the
// profiler's fault. If the profiler has no threads, there is no wait.
void Simulation::wait_for_stragglers() {
  using std::chrono::milliseconds;
  constexpr milliseconds kLongest{5};
  constexpr milliseconds kPause{1};
  if (case_->program.life.exit != program::LifeSpec::Exit::kNormal || clr_.journal() == nullptr) return;
  const std::uint32_t own = 1 + clr_.threads().natives() + threads_beside_;
  if (platform::has_only_threads(own)) return;
  // No code can know whether a thread of the profiler will ever end, so the wait is limited by time.
  for (milliseconds waited{0}; waited < kLongest && platform::thread_count() > own; waited += kPause)
    std::this_thread::sleep_for(kPause);
}

void Simulation::end() {
  player_.end();
  clr_.life(clr::Life::kShutDown);
  // Before the library is unloaded, which may have destructors on these threads.
  end_collectors();
  wait_for_stragglers();
  life_.end();
  clr_.profiler()->end();
  // Threads of the profiler may still collect, and may never return.
  if (clr_.world().try_lock()) {
    player_.check_objects();
    if (clr_.journal() != nullptr) player_.write_account(*clr_.journal());
    clr_.world().unlock();
  }
  if (trace::Journal* journal = clr_.journal()) {
    clr::GuardedCopies::check_kept(*journal);
    managed_runtimes_.report_new(*journal);
    if (process_) write_changes(process_->changes(), *journal);
    // A profiler whose process is ended from outside had no chance to release anything.
    if (case_->program.life.exit == program::LifeSpec::Exit::kNormal) clr_.handed_out()->report(*journal);
    clr_.loads().report_released(*journal);
    write_summary(*journal, clr_);
    if (!goes_on_listening_)
      journal->end(
          std::array{trace::Field{"exit", trace::text(protocol::word_of(case_->program.life.exit))}});
  }
}

}  // namespace gcrucible::host
