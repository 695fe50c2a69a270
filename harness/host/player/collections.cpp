// Collections of all generations or of some, in their own suspension or inside another one.
#include <optional>
#include <set>
#include <span>
#include <variant>

#include "harness/calls/collection_reporter.h"
#include "harness/calls/liberties.h"
#include "harness/clr/concurrency/mutators.h"
#include "harness/clr/threads/suspension.h"
#include "harness/host/player/observed_phases.h"
#include "harness/host/player/player.h"
#include "harness/host/player/suspension_course.h"
#include "harness/host/turns_record.h"
#include "harness/program/choices.h"
#include "harness/program/numbers.h"
#include "harness/program/random.h"

namespace gcrucible::host {

void Player::force_collection() {
  // A full blocking collection waits for the background collection.
  finish_background();
  clr_->handles().settle();
  program::Collect step;
  step.condemned = program::Generation::k2;
  step.induced = true;
  const program::Program& program = *program_;
  if (clr_->runtime().any_split) {
    ++forced_;
    // The documentation states INDUCED for GC.Collect and OTHER for other collections. .NET reports INDUCED
    //
    step.induced = (program::choice_key(program.seed, forced_, "force-gc/reason") & 1) != 0;
    program::draw_reporting(program, "force-gc", forced_, step);
  }
  // A scenario that requests the collection itself states which objects survive.
  if (clr::this_thread().asking < 0) hold_named_later();
  collect(step, 0);
  for (const sim::RootIndex root : held_later_) clr_->engine().roots()[root].removed = true;
}

// The profiler chooses the steps between which it collects. The objects that later steps name are therefore
// still held: by a used local variable, or by code that has not run yet. Roots are reused, so that a profiler
// that collects without end does not add roots.
void Player::hold_named_later() {
  std::set<sim::ObjectIndex> named;
  // Includes the current step, which may not have begun yet.
  for (const program::Step& step : std::span(program_->steps).subspan(step_)) {
    program::visit_numbers(step.action, [&](program::Noun noun, const auto& number) {
      if (const sim::ObjectIndex kept = kept_by(noun, number); kept != sim::kNoObject) named.insert(kept);
    });
  }
  engine::Engine& engine = clr_->engine();
  std::size_t used = 0;
  for (const sim::ObjectIndex object : named) {
    const auto view = engine.object(object);
    if (!view || view->dead) continue;  // created later, or dead
    const sim::Root root{.frame = static_cast<std::uint32_t>(root_ids_.functions.size()), .object = object};
    if (used == held_later_.size()) {
      held_later_.push_back(engine.add_root(root));
    } else {
      engine.roots()[held_later_[used]] = root;
    }
    ++used;
  }
}

// Actions of the runtime itself around the next collection.
struct Player::Beside {
  abi::GCHandleID handle = 0;         // the runtime's own handle
  std::vector<sim::RootIndex> slots;  // null slots of frames that the program does not declare
  clr::SuspensionCourse suspension;
};

Player::Beside Player::prepare_beside(const program::Collect& step) {
  Beside beside;
  const calls::Liberties liberties(step.reporting);
  // An ordinary handle that the program has not created (GC-HND-003) and that holds null (GC-HND-004).
  if (liberties.takes("handles/own")) beside.handle = clr_->create_handle({.kind = sim::HandleKind::kStrong});
  if (liberties.takes("roots/nulls")) {
    constexpr std::uint64_t kMost = 3;
    program::Random random(liberties.key("roots/nulls"));
    // Functions of collectible assemblies are excluded: nothing would keep the assembly alive for their
    // frames (GC-ROOT-005).
    std::vector<std::uint32_t> frames;
    for (std::uint32_t i = 0; i < program_->functions.size(); ++i) {
      const std::uint32_t type = program_->functions[i].type;
      if (type == program::kNothing || program_->types[type].collectible == program::kNothing)
        frames.push_back(i);
    }
    for (std::uint64_t left = 1 + random.below(kMost); left > 0; --left) {
      sim::Root slot{.kind = sim::RootKind::kStack, .thread = step.thread};
      // The value after the last function stands for a frame without a function.
      const std::uint64_t drawn = random.below(frames.size() + 1);
      slot.frame =
          drawn < frames.size() ? frames[drawn] : static_cast<std::uint32_t>(root_ids_.functions.size());
      beside.slots.push_back(clr_->engine().add_root(slot));
    }
  }
  beside.suspension = course_of(*clr_, step.reporting.suspension, liberties,
                                {.count = static_cast<std::uint32_t>(program_->threads.size()),
                                 .ending = ending_,
                                 .others_resume = program_->heap.server_heaps != 0});
  return beside;
}

void Player::undo_beside(const Beside& beside) {
  for (const sim::RootIndex slot : beside.slots) clr_->engine().roots()[slot].removed = true;
  if (beside.handle != 0) clr_->destroy_handle(beside.handle);
}

sim::CollectionRequest Player::request_of(const program::Collect& step) const {
  sim::CollectionRequest request;
  request.condemned = static_cast<sim::Generation>(step.condemned);
  request.induced = step.induced;
  for (std::size_t i = 0; i < request.mode.size(); ++i)
    request.mode[i] = static_cast<sim::Mode>(step.mode[i]);
  request.destination = static_cast<sim::Destination>(step.destination.value_or(program_->heap.destination));
  request.pinned = static_cast<sim::PinnedPolicy>(step.pinned.value_or(clr_->runtime().pinned));
  request.promote = step.promote;
  return request;
}

void Player::where_collected(const std::function<void()>& work) {
  if (program_->heap.server_heaps == 0) return work();
  clr_->threads().run_on_collector(0, work);
}

bool Player::is_provisional(const program::Step& step) {
  const auto* const collect = std::get_if<program::Collect>(&step.action);
  return collect != nullptr && collect->provisional;
}

const program::Step* Player::full_behind() {
  const std::size_t next = work().step + 1;
  return next < program_->steps.size() && is_provisional(program_->steps[next]) ? &program_->steps[next]
                                                                                : nullptr;
}

void Player::collect(const program::Collect& step, std::uint32_t line, const program::Step* full) {
  using Inside = calls::ModelLines::Inside;
  Beside beside = prepare_beside(step);
  const auto collect = [&] {
    const bool own = !suspended_for_shutdown_;
    collect_suspended(step, line, own ? Inside::kOwn : Inside::kShutdown,
                      {.course = &beside.suspension, .begins = own, .ends = own && full == nullptr});
    if (full == nullptr) return;
    collect_suspended(std::get<program::Collect>(full->action), full->line, Inside::kProvisional,
                      {.course = &beside.suspension, .ends = own});
  };
  clr::Mutators* const mutators = clr::this_thread().mutating.all;
  if (mutators != nullptr) mutators->claim();
  {
    const clr::CollectorLock taken(program_->heap.server_heaps != 0 ? mutators : nullptr);
    where_collected(collect);
  }
  undo_beside(beside);
  run_due_finalizers();
}

void Player::collect_suspended(const program::Collect& step, std::uint32_t line,
                               calls::ModelLines::Inside inside, const Pause& pause) {
  control_->collection.store(++collections_, std::memory_order_relaxed);
  control_->collecting.store(1, std::memory_order_relaxed);
  for (const program::Ask& ask : step.asks) info_invoker_.ask(ask, line, true);
  edits_.begin_collection(step.reporting.overrides);
  lines_.collection(collections_, line, step, inside);
  if (pause.begins) clr::suspend(*clr_, abi::COR_PRF_SUSPEND_FOR_GC, pause.course);
  TurnsRecord turns(control_->turns);
  std::optional<clr::HeapWorkers> workers;
  const clr::ThreadState& thread = clr::this_thread();
  clr::Mutators* const mutators = thread.mutating.all;
  const bool apart =
      program_->heap.server_heaps > 1 && thread.collector && calls::CollectionReporter::heaps_apart(step);
  if (apart && mutators != nullptr && mutators->heaps() > 1) {
    workers.emplace(*clr_, program_->heap.server_heaps, *mutators);
  } else if (apart && clr_->mutators() == nullptr) {
    // If a thread of the profiler forces a collection while scheduled threads take turns, one thread reports
    // all heaps. The profiler's thread is not part of that schedule.
    const program::Schedule schedule = step.reporting.schedule.value_or(program::Schedule{});
    turns.begin(collections_, program_->heap.server_heaps, schedule);
    workers.emplace(*clr_, program_->heap.server_heaps, schedule, &turns);
  }
  calls::CollectionReporter reporter(*clr_, step, root_ids_, lines_, clr::SaidValues(*clr_, &handles_),
                                     workers ? &*workers : nullptr);
  using Place = program::AttachInside::Place;
  const auto at = [&](Place place, program::ReportPart part) {
    if (!step.attach || attaching_ || step.attach->place != place) return;
    if (place == Place::kPart && step.attach->part != part) return;
    attach_inside(step.attach->attach);
  };
  if (step.attach) reporter.on_place(at);
  protect_making(true);
  ObservedPhases phases(reporter, *control_, account());
  clr_->engine().collect(request_of(step), options_.audit, phases);
  check_account();
  heap_choice_.collected();
  control_->simulated();
  protect_making(false);
  stop_collecting();
  at(Place::kResume, {});
  if (pause.ends) clr::resume(*clr_, pause.course);
  lines_.unapplied(collections_, reporter.unapplied());
  lines_.unapplied(collections_, edits_.end_collection());
  control_->collecting.store(0, std::memory_order_relaxed);
  info_invoker_.forget();
  finalizers_due_ = program_->heap.finalizers_run;
}

void Player::check_account() {
  if (options_.audit) lines_.audit(collections_, account_->check());
}

// Adds or removes roots for objects that are being allocated. The runtime's own frames protect the object of
// ObjectAllocated in the same way. A class that the profiler requests there is loaded, and other threads may
// collect meanwhile.
void Player::protect_making(bool on) {
  if (alone_.making) protect(*alone_.making, on);
  for (Work& each : works_) {
    if (each.making) protect(*each.making, on);
  }
}

void Player::protect(Making& making, bool on) {
  for (std::uint64_t i = 0; i < making.count; ++i) {
    if (on) {
      sim::Root root{.kind = sim::RootKind::kStack, .thread = making.thread};
      root.object = making.first + static_cast<sim::ObjectIndex>(i);
      making.roots.push_back(clr_->engine().add_root(root));
    } else {
      clr_->engine().roots()[making.roots[i]].removed = true;
    }
  }
  if (!on) making.roots.clear();
}

}  // namespace gcrucible::host
