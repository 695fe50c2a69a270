#include "harness/clr/threads/suspension.h"

#include <span>
#include <utility>

#include "harness/abi/hresults.h"
#include "harness/clr/callbacks/raise.h"
#include "harness/clr/clr.h"
#include "harness/clr/concurrency/mutators.h"

namespace gcrucible::clr {

using abi::CallbackMethod;

namespace {

template <CallbackMethod kMethod, typename... Arguments>
void raise_suspension(Clr& clr, Arguments... arguments) {
  raise_if_wanted<kMethod>(clr.profiler(), {}, arguments...);
}

}  // namespace

void report_suspended(Clr& clr, abi::ThreadID thread) {
  raise_suspension<CallbackMethod::kRuntimeThreadSuspended>(clr, thread);
}

void report_resumed(Clr& clr, abi::ThreadID thread) {
  raise_suspension<CallbackMethod::kRuntimeThreadResumed>(clr, thread);
}

namespace {

// For a program thread that reports itself during work of the calling thread. Its callbacks count as the
// calling thread's. Otherwise a sampler that collects forever would count as progress of a program that
// hangs.
template <typename Report>
auto in_the_name_of(const ThreadState& reporter, Report report) {
  return [forced = doing_of_owner(reporter) == Doing::kForced, report] {
    const bool before = std::exchange(this_thread().forced, forced);
    report();
    this_thread().forced = before;
  };
}

// Delivers RuntimeSuspendStarted, and RuntimeThreadSuspended for threads that stop before the suspension is
// done.
void report_begun(Clr& clr, abi::COR_PRF_SUSPEND_REASON reason, std::span<const std::uint32_t> stopped) {
  raise_suspension<CallbackMethod::kRuntimeSuspendStarted>(clr, reason);
  if (const abi::ThreadID thread = this_thread().managed; thread != 0) report_suspended(clr, thread);
  for (const std::uint32_t thread : stopped) report_suspended(clr, clr.threads().at(thread).id);
}

void report_aborted(Clr& clr, std::span<const std::uint32_t> stopped) {
  {
    const SwitchPointGuard entered(clr.profiler() != nullptr &&
                                   clr.profiler()->wants(CallbackMethod::kRuntimeSuspendAborted));
    if (Mutators* const mutators = this_thread().mutating.all) mutators->give_up_stopping();
    raise_suspension<CallbackMethod::kRuntimeSuspendAborted>(clr);
  }
  if (const abi::ThreadID thread = this_thread().managed; thread != 0) report_resumed(clr, thread);
  for (const std::uint32_t thread : stopped) report_resumed(clr, clr.threads().at(thread).id);
}

}  // namespace

void suspend(Clr& clr, abi::COR_PRF_SUSPEND_REASON reason, SuspensionCourse* course) {
  SuspensionCourse nobody;
  if (course == nullptr) course = &nobody;
  for (auto* const each : {&course->stopped, &course->returned, &course->late})
    std::erase_if(*each, [&](std::uint32_t thread) { return clr.late_threads().has(thread); });
  clr.suspended(true);
  Mutators* const mutators = this_thread().mutating.all;
  this_thread().suspends = reason != abi::COR_PRF_SUSPEND_FOR_PROFILER;
  for (std::uint32_t i = 0; i < course->aborted; ++i) {
    report_begun(clr, reason, course->stopped);
    if (mutators != nullptr) mutators->try_to_stop_others();
    report_aborted(clr, course->stopped);
  }
  report_begun(clr, reason, course->stopped);
  if (mutators != nullptr) mutators->stop_others();
  raise_suspension<CallbackMethod::kRuntimeSuspendFinished>(clr);
  const auto cannot_know = [&](std::uint32_t thread) {
    return !clr.threads().try_run(
        thread, in_the_name_of(this_thread(), [&] { report_suspended(clr, clr.threads().at(thread).id); }));
  };
  std::erase_if(course->returned, cannot_know);
  if (!clr.runtime().delivers_thread_suspended_late) std::erase_if(course->late, cannot_know);
  for (const std::uint32_t thread : course->late) clr.late_threads().begin(thread);
}

// Reports from RuntimeResumeStarted to RuntimeResumeFinished.
class Resumption {
 public:
  // Call on the thread that suspended.
  Resumption(Clr& clr, const SuspensionCourse& course)
      : clr_(&clr), course_(&course), suspender_(&this_thread()) {}

  // Call on the thread that resumes.
  void report_it() {
    if (Mutators* const mutators = this_thread().mutating.all) mutators->resuming();
    raise_suspension<CallbackMethod::kRuntimeResumeStarted>(*clr_);
    if (suspender_->managed != 0) report_resumed(*clr_, suspender_->managed);
    for (const std::uint32_t thread : course_->stopped) report_resumed(*clr_, clr_->threads().at(thread).id);
    for (const std::uint32_t thread : course_->returned) {
      clr_->threads().run(thread, in_the_name_of(this_thread(), [&] {
                            report_resumed(*clr_, clr_->threads().at(thread).id);
                          }));
    }
    // Threads run again before the last callback, which may suspend again.
    suspender_->suspends = false;
    clr_->profiler_suspension().release(*clr_);
    raise_suspension<CallbackMethod::kRuntimeResumeFinished>(*clr_);
  }

 private:
  Clr* clr_;
  const SuspensionCourse* course_;
  ThreadState* suspender_;
};

void resume(Clr& clr, const SuspensionCourse* course) {
  const SuspensionCourse nobody;
  if (course == nullptr) course = &nobody;
  Resumption resumption(clr, *course);
  const bool elsewhere =
      course->resumer &&
      clr.threads().try_run(*course->resumer, in_the_name_of(this_thread(), [&] { resumption.report_it(); }));
  if (!elsewhere) resumption.report_it();
  for (const std::uint32_t thread : course->late) {
    const auto report_both = in_the_name_of(this_thread(), [&] {
      const abi::ThreadID id = clr.threads().at(thread).id;
      if (clr.runtime().delivers_thread_suspended_late) report_suspended(clr, id);
      report_resumed(clr, id);
    });
    clr.threads().run(thread, report_both);
    clr.late_threads().end(thread);
  }
}

bool ProfilerSuspension::is_of(abi::ThreadID thread) {
  const std::scoped_lock lock(mutex_);
  return suspender_ && *suspender_ == thread;
}

abi::HRESULT ProfilerSuspension::begin(Clr& clr) {
  return begin(clr, false);
}

abi::HRESULT ProfilerSuspension::begin_walk(Clr& clr) {
  return begin(clr, true);
}

void ProfilerSuspension::end_walk(Clr& clr) {
  resume(clr);
}

abi::HRESULT ProfilerSuspension::begin(Clr& clr, bool walk) {
  if (clr.suspended()) return abi::CORPROF_E_SUSPENSION_IN_PROGRESS;
  // Inside a callback of the program's own thread, this thread already has the world.
  const bool mine = clr.world().mine();
  Mutators* const mutators = this_thread().mutating.all;
  const auto take = [&] {
    if (mine) return;
    mutators != nullptr ? mutators->come_back() : clr.world().lock();
    clr.play().seen();
  };
  const auto give_back = [&] {
    // One of the Mutators suspended. Any thread may resume.
    if (mutators != nullptr) mutators->resumed();
    if (mine) return;
    if (mutators != nullptr) {
      mutators->leave();
    } else {
      clr.world().unlock();
    }
  };
  take();
  if (clr.suspended()) {  // by a callback of a step that has ended meanwhile
    if (!mine && mutators != nullptr) mutators->leave();
    if (!mine && mutators == nullptr) clr.world().unlock();
    return abi::CORPROF_E_SUSPENSION_IN_PROGRESS;
  }
  if (mutators != nullptr) mutators->claim();
  {
    const std::scoped_lock lock(mutex_);
    suspender_ = this_thread().managed;
    if (asked_at_ != nullptr) *asked_at_ = !walk && this_thread().asking >= 0 ? this_thread().asking_line : 0;
  }
  suspend(clr, abi::COR_PRF_SUSPEND_FOR_PROFILER);
  // Only now: the thread that ends the suspension reports its end, which must come after its beginning.
  active_ = !walk;
  {
    const std::scoped_lock lock(mutex_);
    stands_ = true;
  }
  give_back();
  return abi::S_OK;
}

abi::HRESULT ProfilerSuspension::end(Clr& clr) {
  if (!active_.exchange(false)) return abi::CORPROF_E_UNSUPPORTED_CALL_SEQUENCE;
  resume(clr);
  return abi::S_OK;
}

void ProfilerSuspension::release(Clr& clr) {
  const auto mutators = clr.mutators();
  {
    const std::scoped_lock lock(mutex_);
    // Under the lock: a waiting thread may begin its own suspension, which must not be undone here.
    clr.suspended(false);
    suspender_.reset();
    stands_ = false;
    if (asked_at_ != nullptr) *asked_at_ = 0;
    over_.notify_all();
    if (mutators != nullptr) mutators->give_up_claim();
  }
  // Not under the lock, because the stage calls holds_up().
  if (mutators != nullptr) mutators->rouse_held();
}

bool ProfilerSuspension::holds_up(abi::ThreadID thread) {
  const std::scoped_lock lock(mutex_);
  return stands_ && holds(thread);
}

void ProfilerSuspension::wait_over(abi::ThreadID thread) {
  std::unique_lock lock(mutex_);
  if (held_ != nullptr) *held_ = 1;
  over_.wait(lock, [&] { return !holds(thread); });
  if (held_ != nullptr) *held_ = 0;
}

void ProfilerSuspension::lock_world(Clr& clr, abi::ThreadID thread, std::atomic<std::uint32_t>* held) {
  for (;;) {
    clr.world().lock();
    std::unique_lock lock(mutex_);
    if (!holds(thread)) return clr.play().seen();
    clr.world().unlock();
    if (held != nullptr) *held = 1;
    over_.wait(lock, [&] { return !holds(thread); });
    if (held != nullptr) *held = 0;
  }
}

}  // namespace gcrucible::clr
