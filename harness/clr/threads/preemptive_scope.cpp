#include "harness/clr/threads/preemptive_scope.h"

#include <utility>

#include "harness/clr/callbacks/profiler.h"
#include "harness/clr/clr.h"
#include "harness/clr/concurrency/mutators.h"
#include "harness/platform/threads/lock_scheduler.h"

namespace gcrucible::clr {

namespace {

CallWatch* watch_of(Clr& clr) {
  return clr.profiler() == nullptr ? nullptr : clr.profiler()->watch();
}

}  // namespace

PreemptiveScope::PreemptiveScope(Clr& clr, Until until) : clr_(&clr), until_(until) {
  ThreadState& thread = this_thread();
  if (thread.mutating.all != nullptr) {
    // Locks that the runtime takes must not be attributed to the profiler.
    const platform::LocksWatched none(nullptr);
    left_ = thread.mutating.all->leave();
    return;
  }
  // Not on a collector thread: no other collection could run on it meanwhile.
  left_ = clr.world().mine() && !clr.suspended() && !thread.collector;
  if (!left_) return;
  was_closed_ = clr.world().closed();
  here_ = doing_of_owner(thread);
  // The thread of a profiler counts as kOther while it is away.
  away_ = thread.of_runtime ? Doing::kAbsent : Doing::kOther;
  was_absent_ = std::exchange(thread.absent, thread.of_runtime);
  for (const CallbackFrame* each = thread.innermost; each != nullptr && each->doing == here_;
       each = each->outer) {
    ++callbacks_;
  }
  // Before another thread can make callbacks of kind kProgram.
  const OpenCallbacks mine = mark(away_);
  if (CallWatch* const watch = watch_of(clr)) watch->left(mine, here_, away_);
  clr.world().unlock();
}

PreemptiveScope::~PreemptiveScope() {
  if (!left_) return;
  ThreadState& thread = this_thread();
  if (thread.mutating.all != nullptr) {
    if (until_ == Until::kReturn) {
      thread.mutating.returns = true;
    } else {
      thread.mutating.all->come_back();
    }
    return;
  }
  if (thread.of_runtime) {
    clr_->profiler_suspension().lock_world_for_program(*clr_, thread.managed);
  } else {
    clr_->profiler_suspension().lock_world(*clr_, thread.managed);
  }
  thread.absent = was_absent_;
  const OpenCallbacks mine = mark(here_);
  if (CallWatch* const watch = watch_of(*clr_)) watch->came_back(mine, here_, away_);
  if (!was_closed_) clr_->world().open();
}

OpenCallbacks PreemptiveScope::mark(Doing doing) const {
  CallbackFrame* const innermost = callbacks_ == 0 ? nullptr : this_thread().innermost;
  CallbackFrame* each = innermost;
  for (std::uint32_t i = 0; i < callbacks_; ++i, each = each->outer) each->doing = doing;
  return {.innermost = innermost, .count = callbacks_};
}

}  // namespace gcrucible::clr
