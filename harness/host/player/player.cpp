#include "harness/host/player/player.h"

#include <algorithm>
#include <chrono>
#include <utility>
#include <variant>

#include "harness/abi/hresults.h"
#include "harness/clr/callbacks/raise.h"
#include "harness/clr/code/rejit.h"
#include "harness/clr/concurrency/mutators.h"
#include "harness/clr/hooks/function_calls.h"
#include "harness/clr/tables/loading.h"
#include "harness/clr/text.h"
#include "harness/clr/threads/preemptive_scope.h"
#include "harness/clr/threads/suspension.h"
#include "harness/clr/threads/thread_life.h"
#include "harness/host/attach_answer.h"
#include "harness/host/out_of_memory.h"
#include "harness/host/player/runs_on.h"
#include "harness/host/player/suspension_course.h"
#include "harness/host/probe_client.h"

namespace gcrucible::host {

using abi::CallbackMethod;

namespace {

// Interval at which a collection checks whether an attach inside it is over.
constexpr std::chrono::microseconds kGlance{50};

}  // namespace

Player::Player(clr::Clr& clr, clr::InfoFacade& info, ProfilerLife& life, const program::Program& program,
               protocol::ControlBlock& control, PlayerOptions options)
    : clr_(&clr),
      life_(&life),
      program_(&program),
      control_(&control),
      options_(options),
      info_invoker_(clr, info, control),
      edits_(clr, &handles_, &info),
      lines_(clr, program, handles_, options.detail_limit),
      heap_choice_(program.heap),
      exceptions_(clr) {
  info_invoker_.handles = &handles_;
  if (options.account || options.audit) account_.emplace(clr.engine().heap(), call_tree_);
  collectible_.resize(program.collectible.size());
  clr.stacks().resize(program.threads.size());
}

Expected<void> Player::prepare() {
  for (const program::RangeSpec& range : program_->heap.ranges) {
    if (!clr_->engine().add_range(range.start, range.reserved, static_cast<sim::Generation>(range.generation),
                                  range.heap)) {
      return failure("the heap's ranges overlap at address " + std::to_string(range.start));
    }
  }
  for (const clr::FunctionEntry& function : clr_->functions().all())
    root_ids_.functions.push_back(function.id);
  clr_->engine().on_intrusion([this](std::span<const engine::Intrusion> found) { lines_.intruded(found); });
  lines_.types();
  lines_.names();
  lines_.functions();
  return {};
}

Expected<void> Player::play() {
  clr_->threads().adopt(clr_->ids().take_id(64));
  // A thread that the profiler started in Initialize may already have suspended the runtime.
  clr_->profiler_suspension().lock_world_for_program(*clr_, 0);
  report_thread(0);
  clr::load_process(*clr_);
  clr_->world().unlock();
  for (const program::Step& each : program_->steps) {
    // These steps are made with the others of their Together, or with the collection before them.
    if (each.lane != program::kNothing || is_provisional(each)) continue;
    let_profiler_go();
    step_ = static_cast<std::size_t>(&each - program_->steps.data());
    if (between_steps_) {
      if (auto looked = between_steps_(step_); !looked) return looked;
    }
    enter(each.action);
    at_step(each.line, each.column);
    clr_->handles().settle();
    run_due_finalizers();
    report_ended_threads();
    alone_.line = each.line;
    alone_.step = step_;
    Expected<void> done = step(each);
    clr_->world().unlock();
    if (Expected<void> attached = finish_attach(); done) done = std::move(attached);
    if (!done) return done;
    ask_due_probe();
    compile_anew();
  }
  let_profiler_go();
  at_step(0, 0);
  return between_steps_ ? between_steps_(program_->steps.size()) : Expected<void>();
}

// A function to be recompiled is called right after the step in which the profiler requested it.
void Player::compile_anew() {
  if (!clr_->code().any_due() || clr_->life() != clr::Life::kRunning) return;
  clr_->profiler_suspension().lock_world_for_program(*clr_, 0);
  clr_->threads().run(0, [&] { clr::compile_anew(*clr_); });
  clr_->world().unlock();
}

void Player::ask_due_probe() {
  // After Shutdown, wherever the program delivered it, a profiler need not track the heap any more.
  if (!std::exchange(probe_due_, false) || life_->has_shut_down() || life_->probe() == nullptr) return;
  clr_->profiler_suspension().lock_world_for_program(*clr_, 0);
  // While the world was open, the profiler may have been detached or may have changed its mask.
  if (clr_->mask().reports_collections())
    ask_probe(*clr_, *control_, life_->probe(), GCRUCIBLE_AFTER_COLLECTION, collections_);
  clr_->world().unlock();
}

void Player::ask_probe_at_end() {
  if (std::exchange(probed_at_end_, true)) return;
  ask_probe(*clr_, *control_, life_->probe(), GCRUCIBLE_BEFORE_SHUTDOWN, collections_);
}

void Player::at_step(std::uint32_t line, std::uint32_t column) {
  control_->step_line = line;
  control_->step_column = column;
}

void Player::enter(const program::Action& action) {
  // Queries and attaches come from threads that no suspension stops. An awaited call may end a suspension.
  if (std::holds_alternative<program::Ask>(action) || std::holds_alternative<program::Attach>(action) ||
      std::holds_alternative<program::Await>(action)) {
    clr_->world().lock();
  } else {
    const abi::ThreadID thread = runs_on(action, clr_->threads());
    clr_->profiler_suspension().lock_world_for_program(*clr_, thread);
  }
  control_->made_progress();
}

Expected<void> Player::step(const program::Step& step) {
  // Exceptions of the profiler never reach this point (Profiler::make), so this failure is the simulator's.
  return unless_out_of_memory(
      [&] { return std::visit([this](const auto& action) { return make(action); }, step.action); });
}

void Player::report_thread(std::uint32_t thread) {
  clr::Profiler& profiler = *clr_->profiler();
  const clr::ManagedThread managed = clr_->threads().at(thread);
  clr::report_created(*clr_, managed);
  std::u16string name = clr::to_utf16(program_->threads[thread].name);
  if (thread != 0 && !name.empty() && profiler.wants(CallbackMethod::kThreadNameChanged)) {
    const auto length = static_cast<abi::ULONG>(name.size());
    profiler.raise<CallbackMethod::kThreadNameChanged>({.preemptive = clr_}, managed.id, length, name.data());
  }
}

Expected<void> Player::make(const program::StartThread& step) {
  clr_->threads().start(step.thread, clr_->ids().take_id(64));
  clr_->threads().run(step.thread, [&] { report_thread(step.thread); });
  return {};
}

Expected<void> Player::make(const program::EndThread& step) {
  const clr::ManagedThread managed = clr_->threads().at(step.thread);
  ending_ = step.thread;
  clr_->threads().run(step.thread, [&] {
    clr::return_to(*clr_, clr_->stacks().of(step.thread), 0);
    clr::report_destroyed(*clr_, managed.id);
  });
  // The thread's stack is gone, with every root on it.
  for (sim::Root& root : clr_->engine().roots()) {
    if (root.kind == sim::RootKind::kStack && root.thread == step.thread) root.removed = true;
  }
  // The profiler's destructors may inspect the heap, and may even collect.
  const clr::PreemptiveScope preemptive_scope(*clr_);
  clr_->threads().end(step.thread);
  ending_ = program::kNothing;
  return {};
}

Expected<void> Player::make(const program::Suspend& step) {
  clr_->threads().run(step.thread, [&] {
    clr::SuspensionCourse course =
        course_of(*clr_, step.suspension, calls::Liberties(step.liberties),
                  {.count = static_cast<std::uint32_t>(program_->threads.size()), .ending = ending_});
    if (clr::Mutators* const mutators = clr::this_thread().mutating.all) mutators->claim();
    clr::suspend(*clr_, static_cast<abi::COR_PRF_SUSPEND_REASON>(step.reason), &course);
    clr::resume(*clr_, &course);
  });
  return {};
}

Expected<void> Player::make(const program::Say& step) {
  edits_.say(step.call);
  return {};
}

Expected<void> Player::make(const program::Ask& step) {
  if (clr_->profiler()->stage() == clr::ProfilerStage::kNone && !attached_once_ && step.inside == 0 &&
      program_->life.load == program::LifeSpec::Load::kAttach) {
    return failure("there is no profiler yet that could ask; attach it first");
  }
  // ForceGC waits for the world, so the query is made between two steps.
  clr_->world().unlock();
  info_invoker_.ask(step, alone_.line);
  clr_->world().lock();
  return {};
}

Expected<void> Player::make(const program::Collect& step) {
  // A profiler that attaches inside the collection receives the rest of its report.
  const bool reported = (clr_->mask().reports_collections() && !background_) || step.attach.has_value();
  clr_->threads().run(step.thread, [&] { collect(step, work().line, full_behind()); });
  // If other threads are in callbacks of the profiler, the probe is called after all of them are done.
  probe_due_ = reported;
  return {};
}

Expected<void> Player::make(const program::Attach& step) {
  clr_->world().unlock();
  Expected<abi::HRESULT> attached;
  std::thread([&] { attached = life_->attach(step); }).join();
  clr_->world().lock();
  return judge(step, attached);
}

Expected<void> Player::make(const program::Await& step) {
  std::uint64_t& awaited = awaited_[step.slot];
  awaited += step.times;
  control_->awaited_line = alone_.line;
  control_->awaited_slot = step.slot + 1u;
  // The call that the profiler's thread makes may need the world.
  clr_->world().unlock();
  clr_->own_calls().wait(static_cast<abi::InfoMethod>(step.slot), awaited);
  clr_->world().lock();
  control_->awaited_slot = 0;
  return {};
}

Expected<void> Player::make(const program::ShutDown&) {
  // Callbacks of other threads continue here, so a probe's answer would match no state of the program.
  if (clr::this_thread().mutating.all != nullptr) {
    probed_at_end_ = true;
    const clr::PreemptiveScope preemptive_scope(*clr_, clr::PreemptiveScope::Until::kNow);
    shut_down_(AtWork::kOthers);
    return {};
  }
  clr_->world().unlock();
  shut_down_(AtWork::kNobodyElse);
  clr_->world().lock();
  return {};
}

Expected<void> Player::judge(const program::Attach& step, const Expected<abi::HRESULT>& attached) {
  attached_once_ = true;
  if (!attached) return failure(attached.error());
  // An attach that succeeds although the scenario expects a failure continues: the profiler receives
  // callbacks, and these are compared with the expectations.
  if (abi::succeeded(*attached) || *attached == step.expected) return {};
  control_->attach_answer = static_cast<std::uint32_t>(*attached);
  return failure(attach_answered(*attached, step.expected, program_->runtime));
}

void Player::attach_inside(const program::Attach& step) {
  attaching_.emplace(step);
  clr_->world().open();
  // The wait below is for the profiler's code.
  control_->world_owned = 0;
  attaching_->thread = std::thread([this] {
    attaching_->result = life_->attach(*attaching_->step);
    attaching_->over = true;
  });
  while (!attaching_->over && !clr_->world().awaited()) std::this_thread::sleep_for(kGlance);
  control_->world_owned = 1;
  clr_->world().close();
}

Expected<void> Player::finish_attach() {
  if (!attaching_) return {};
  attaching_->thread.join();
  Expected<void> judged = judge(*attaching_->step, attaching_->result);
  attaching_.reset();
  return judged;
}

void Player::let_profiler_go() {
  if (life_->may_be_let_go()) std::thread([this] { life_->let_go(); }).join();
}

// Reports the ends as the runtime's finalizer thread does, some time after they happen. .NET ends the
// finalizer thread before Shutdown.
void Player::report_ended_threads() {
  if (clr_->suspended() || clr_->life() >= clr::Life::kShuttingDown) return;
  for (const abi::ThreadID each : clr_->threads().foreign().take_ended()) {
    clr_->threads().run_on_native([&] { clr::report_destroyed(*clr_, each); });
  }
}

clr::CallGate* Player::gate() {
  const auto changes = [](const program::Step& step) {
    const auto* const collect = std::get_if<program::Collect>(&step.action);
    return collect != nullptr && !collect->reporting.overrides.empty();
  };
  return program_->overrides.empty() && std::ranges::none_of(program_->steps, changes) ? nullptr : &edits_;
}

// The finalizer thread does not run while the profiler has suspended the runtime. It does run in the
// suspension for a shutdown. .NET waits for its end before Shutdown.
void Player::run_due_finalizers() {
  if (!finalizers_due_ || clr_->life() >= clr::Life::kShuttingDown ||
      (clr_->suspended() && !suspended_for_shutdown_))
    return;
  finalizers_due_ = false;
  run_finalizers(program::kNothing);
}

}  // namespace gcrucible::host
