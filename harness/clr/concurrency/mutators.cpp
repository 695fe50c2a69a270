#include "harness/clr/concurrency/mutators.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "harness/clr/clr.h"
#include "harness/clr/threads/suspension.h"
#include "harness/clr/threads/thread_state.h"
#include "harness/platform/threads/own_locks.h"

namespace gcrucible::clr {

using schedule::Actor;
using schedule::Point;
using schedule::Stage;

SwitchPointGuard::SwitchPointGuard(bool wanted) {
  ThreadState& thread = this_thread();
  if (!wanted || thread.mutating.all == nullptr) return;
  thread.mutating.all->reach(Point::kEntry);
  thread.mutating.entered = true;
}

SwitchPointGuard::~SwitchPointGuard() {
  this_thread().mutating.entered = false;
}

CollectorLock::CollectorLock(Mutators* mutators)
    : mutators_(mutators != nullptr && mutators->take_collector() ? mutators : nullptr) {}

CollectorLock::~CollectorLock() {
  if (mutators_ != nullptr) mutators_->give_collector();
}

Mutators::Mutators(Clr& clr, Cast cast, const program::Schedule& schedule, TurnsWatch* watch)
    : clr_(&clr),
      heaps_(cast.heaps),
      threads_(std::move(cast.threads)),
      names_(std::move(cast.names)),
      strategy_(watched_strategy(schedule, watch)),
      in_world_(threads_.size()) {
  for (std::uint16_t heap = 1; heap < heaps_; ++heap)
    names_.push_back("the collector's thread of heap " + std::to_string(heap));
  waits_.resize(names_.size());
  workers_ = std::make_unique<WorkerStage>(
      clr, *strategy_, points_of(schedule),
      WorkerStage::Cast{.actors = static_cast<std::uint32_t>(names_.size()),
                        .later = heaps_ - 1u,
                        .first_decision = 0,
                        .name = [this](Actor actor) { return names_[actor]; },
                        .wait = [this](const Stage::Waiting& waiting) { return wait_of(waiting); }},
      watch);
}

Mutators::~Mutators() = default;

void Mutators::run(const std::function<void(Actor)>& work) {
  clr_->threads().run_at_once(threads_, [&](std::size_t actor) { play(static_cast<Actor>(actor), work); });
}

void Mutators::play(Actor actor, const std::function<void(Actor)>& work) {
  ThreadState& thread = this_thread();
  // The stage holds its own locks while it wakes waiting threads.
  const platform::OwnLocks own;
  workers_->enter(actor);
  thread.mutating = {.all = this, .actor = actor};
  thread.locks = workers_->locks();
  std::exception_ptr failure = nullptr;
  try {
    work(actor);
  } catch (...) {
    failure = std::current_exception();
    leave();
  }
  thread.mutating = {};
  thread.locks = nullptr;
  workers_->leave();
  if (failure != nullptr) std::rethrow_exception(failure);
}

bool Mutators::has(std::uint32_t thread) const {
  return std::ranges::find(threads_, thread) != threads_.end();
}

void Mutators::begin_step(abi::ThreadID runs_on) {
  reach(Point::kStep);
  come_back(runs_on);
}

std::optional<Actor> Mutators::other_suspender(Actor actor, bool stopping) const {
  const std::scoped_lock lock(mutex_);
  if (suspender_ == actor || (stopping && !stopping_)) return std::nullopt;
  return suspender_;
}

bool Mutators::reports(Actor actor) const {
  if (!suspended_by_other(actor)) return false;
  const std::scoped_lock lock(mutex_);
  return !resuming_ || clr_->runtime().delivers_thread_suspended_late;
}

void Mutators::end_step() {
  leave();
}

void Mutators::reach(Point point) {
  World& world = clr_->world();
  const bool closed = this_thread().mutating.in_world && world.closed();
  if (closed) world.open();
  stage().reach(point);
  if (closed) world.close();
}

bool Mutators::leave() {
  ThreadState& thread = this_thread();
  if (!thread.mutating.in_world) return false;
  {
    const std::scoped_lock lock(mutex_);
    if (stopping_ && suspender_ == thread.mutating.actor) return false;
    thread.mutating.in_world = false;
    in_world_[thread.mutating.actor] = false;
    if (--sharers_ == 0) {
      clr_->world().unlock();
    } else {
      clr_->world().open();
    }
  }
  stage().rouse(&alone_, 1);
  return true;
}

void Mutators::come_back() {
  come_back(this_thread().managed);
}

void Mutators::come_back(abi::ThreadID runs_on) {
  ThreadState& thread = this_thread();
  const Actor self = thread.mutating.actor;
  ProfilerSuspension& suspension = clr_->profiler_suspension();
  bool reported = false;
  for (;;) {
    if (suspended_by_other(self)) {
      // Other threads may run before this callback, until it returns.
      if (!reported && thread.managed != 0 && reports(self)) {
        const SwitchPointGuard entered(clr_->profiler()->wants(abi::CallbackMethod::kRuntimeThreadSuspended));
        reported = reports(self);
        if (reported) report_suspended(*clr_, thread.managed);
      } else {
        wait_for_suspender();
      }
    } else if (std::exchange(reported, false)) {
      report_resumed(*clr_, thread.managed);
    } else if (suspension.holds_up(runs_on)) {
      wait_for_profiler(runs_on);
    } else if (take_world(thread)) {
      break;
    }
  }
  if (thread.in_callback()) {
    clr_->world().open();
  } else {
    clr_->world().close();
  }
}

// Returns false if the thread had to wait. Conditions must then be checked again.
bool Mutators::take_world(ThreadState& thread) {
  {
    const std::scoped_lock lock(mutex_);
    if (sharers_ != 0 || clr_->world().try_lock()) {
      // The threads share the world; the first one to take it may be the first one to leave.
      if (sharers_++ == 0) clr_->world().hand_to({});
      in_world_[thread.mutating.actor] = true;
      thread.mutating.in_world = true;
      return true;
    }
  }
  wait_outside([this] {
    clr_->world().lock();
    clr_->world().unlock();
  });
  return false;
}

void Mutators::returned(bool stops) {
  ThreadState& thread = this_thread();
  if (std::exchange(thread.mutating.returns, false)) {
    come_back();
  } else if (stops && !thread.mutating.stands_in && thread.mutating.in_world && !thread.in_callback() &&
             suspended_by_other(thread.mutating.actor)) {
    leave();
    come_back();
  }
}

void Mutators::wait(const void* what, WorkerLocks::Other what_for, const std::function<bool()>& still) {
  const Actor self = this_thread().mutating.actor;
  while (still()) {
    {
      const std::scoped_lock lock(mutex_);
      waits_[self] = {.what = what, .what_for = what_for};
    }
    stage().wait(what, {}, still);
    const std::scoped_lock lock(mutex_);
    waits_[self] = {};
  }
}

void Mutators::rouse(const void* what) {
  stage().rouse(what, std::numeric_limits<std::uint32_t>::max());
}

void Mutators::wait_for_suspender() {
  wait_for_suspender(true);
}

void Mutators::wait_for_suspender(bool stopping) {
  const Actor self = this_thread().mutating.actor;
  const std::optional<Actor> suspender = other_suspender(self, stopping);
  if (!suspender) return;
  wait(&suspender_, {.text = "the end of the suspension by " + names_[*suspender], .on = {*suspender}},
       [&] { return other_suspender(self, stopping).has_value(); });
}

std::optional<Actor> Mutators::profiler_suspender() const {
  for (Actor each = 0; each < threads_.size(); ++each) {
    if (clr_->profiler_suspension().is_of(clr_->threads().at(threads_[each]).id)) return each;
  }
  return std::nullopt;
}

// If the profiler has its own threads, one of them may call ResumeRuntime.
void Mutators::wait_for_profiler(abi::ThreadID runs_on) {
  ProfilerSuspension& suspension = clr_->profiler_suspension();
  const std::optional<Actor> suspender = profiler_suspender();
  const WorkerLocks* const locks = workers_->locks();
  if (!suspender || locks == nullptr || locks->has_strangers())
    return wait_outside([&] { suspension.wait_over(runs_on); });
  const char* const itself = *suspender == this_thread().mutating.actor ? " itself" : "";
  wait(&suspender_,
       {.text = "the end of the profiler's suspension by " + names_[*suspender] + itself, .on = {*suspender}},
       [&] { return suspension.holds_up(runs_on); });
}

void Mutators::wait_outside(const std::function<void()>& until) {
  stage().step_out();
  until();
  stage().step_in();
}

void Mutators::claim() {
  const Actor self = this_thread().mutating.actor;
  while (other_suspender(self, false)) {
    leave();
    wait_for_suspender(false);
    come_back();
  }
  const std::scoped_lock lock(mutex_);
  suspender_ = self;
}

bool Mutators::take_collector() {
  const Actor self = this_thread().mutating.actor;
  if (collector_for_ == self) return false;
  while (collector_for_) {
    leave();
    wait(&collector_for_,
         {.text = "the end of the collection for " + names_[*collector_for_], .on = {*collector_for_}},
         [&] { return collector_for_.has_value(); });
    come_back();
  }
  const std::scoped_lock lock(mutex_);
  collector_for_ = self;
  return true;
}

void Mutators::give_collector() {
  {
    const std::scoped_lock lock(mutex_);
    collector_for_.reset();
  }
  rouse(&collector_for_);
}

void Mutators::run_heaps(const std::function<void(std::uint16_t)>& work) {
  const auto first = static_cast<Actor>(threads_.size());  // heap 1's actor
  World& world = clr_->world();
  const bool closed = world.closed();
  world.open();
  {
    const std::scoped_lock lock(mutex_);
    reporting_ = static_cast<std::uint16_t>(heaps_ - 1);
  }
  const auto still = [this] {
    const std::scoped_lock lock(mutex_);
    return reporting_ != 0;
  };
  WorkerLocks::Other others{.text = "the other heaps to report"};
  for (Actor each = first; each < names_.size(); ++each) {
    others.on.push_back(each);
    stage().admit(each);
  }
  std::optional<Stage::Brief> brief;
  const auto report = [&](std::uint16_t heap) {
    ThreadState& thread = this_thread();
    const platform::OwnLocks own;
    const auto guarded = [&](const auto& finish) {
      try {
        work(heap);
      } catch (...) {
        finish();
        throw;
      }
      finish();
    };
    if (heap == 0) {
      return guarded([&] {
        wait(&reporting_, others, still);
        // The other threads only have to return to this thread.
        brief.emplace(stage());
      });
    }
    thread.actor = first + heap - 1u;
    workers_->enter(thread.actor);
    thread.in_workers = true;
    thread.locks = workers_->locks();
    guarded([&] {
      thread.in_workers = false;
      thread.locks = nullptr;
      {
        const std::scoped_lock lock(mutex_);
        --reporting_;
      }
      rouse(&reporting_);
      workers_->leave();
    });
  };
  try {
    clr_->threads().run_on_collectors(heaps_, report);
  } catch (...) {
    if (closed) world.close();
    throw;
  }
  if (closed) world.close();
}

void Mutators::resuming() {
  const std::scoped_lock lock(mutex_);
  resuming_ = true;
}

bool Mutators::alone(Actor actor) const {
  const std::scoped_lock lock(mutex_);
  return sharers_ == (in_world_[actor] ? 1u : 0u);
}

void Mutators::try_to_stop_others() {
  const std::scoped_lock lock(mutex_);
  stopping_ = true;
  resuming_ = false;
}

void Mutators::give_up_stopping() {
  {
    const std::scoped_lock lock(mutex_);
    stopping_ = resuming_ = false;
  }
  rouse_held();
}

void Mutators::stop_others() {
  const Actor self = this_thread().mutating.actor;
  try_to_stop_others();
  const Profiler* const profiler = clr_->profiler();
  CallWatch* const watch = profiler == nullptr ? nullptr : profiler->watch();
  World& world = clr_->world();
  const bool closed = world.closed();
  world.open();
  while (!alone(self)) {
    WorkerLocks::Other others;
    std::vector<std::pair<Actor, CallWatch::Inside>> inside;
    for (Actor each = 0; each < threads_.size(); ++each) {
      const std::scoped_lock lock(mutex_);
      if (each == self || !in_world_[each]) continue;
      others.text += (others.on.empty() ? "" : " and ") + names_[each];
      others.on.push_back(each);
      if (watch == nullptr) continue;
      if (const auto callback = watch->inside(each)) inside.emplace_back(each, *callback);
    }
    others.text += ", in cooperative mode, to stop for its suspension";
    const std::chrono::nanoseconds before = stage().now();
    wait(&alone_, std::move(others), [&] { return !alone(self); });
    const auto waited = std::chrono::duration_cast<std::chrono::milliseconds>(stage().now() - before);
    for (const auto& [actor, callback] : inside) watch->note_slow(actor, callback, waited);
  }
  if (closed) world.close();
}

void Mutators::resumed() {
  give_up_claim();
  rouse_held();
}

void Mutators::give_up_claim() {
  const std::scoped_lock lock(mutex_);
  suspender_.reset();
  stopping_ = resuming_ = false;
}

void Mutators::rouse_held() {
  rouse(&suspender_);
}

std::function<void()> Mutators::run_on_behalf_of(const std::function<void()>& work) {
  ThreadState& origin = this_thread();
  if (origin.mutating.all == nullptr) return work;
  const Stage::Part part = Stage::part_here();
  return [&origin, part, &work] {
    ThreadState& thread = this_thread();
    const platform::OwnLocks own;
    WorkerStage& workers = *origin.mutating.all->workers_;
    const Mutating before = std::exchange(thread.mutating, origin.mutating);
    thread.mutating.stands_in = true;
    platform::LockScheduler* const locks = std::exchange(thread.locks, origin.locks);
    const Stage::Part part_before = Stage::part_here();
    Stage::take_part(part);
    const std::uint32_t number_before = workers.run_on_behalf_of(origin.mutating.actor);
    const auto stand_back = [&] {
      workers.stand_back(origin.mutating.actor, number_before);
      Stage::take_part(part_before);
      thread.locks = locks;
      origin.mutating.in_world = thread.mutating.in_world;
      thread.mutating = before;
    };
    try {
      work();
    } catch (...) {
      stand_back();
      throw;
    }
    stand_back();
  };
}

WorkerLocks::Other Mutators::wait_of(const Stage::Waiting& waiting) const {
  const std::scoped_lock lock(mutex_);
  const Wait& wait = waits_[waiting.actor];
  return wait.what == waiting.what ? wait.what_for : WorkerLocks::Other{};
}

}  // namespace gcrucible::clr
