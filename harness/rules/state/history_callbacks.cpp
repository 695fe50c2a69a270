// The data that the history takes from callbacks.
#include <algorithm>
#include <utility>

#include "harness/abi/enums.h"
#include "harness/abi/monitor_flags.h"
#include "harness/abi/tables/callback_methods.h"
#include "harness/rules/entities/empty_out.h"
#include "harness/rules/state/history.h"

namespace gcrucible::rules {
namespace {

// A callback of ICorProfilerCallback4 or later is raised only for a profiler that implements that
// interface.
bool comes_with_exact_calls(const Callback& callback) {
  if (callback.call != Call::kOther) return interface_of(callback.call) >= 4;
  const auto known = abi::find_callback_method(callback.name);
  return known && abi::method_info(*known).interface_version >= 4;
}

// Callbacks in preemptive mode may come during a suspension, so they do not show that code runs.
constexpr CallSet kOfRunningThreads = kExceptionCalls.without(kPreemptiveExceptionCalls) |
                                      CallSet{Call::kObjectAllocated, Call::kRuntimeResumeStarted};

}  // namespace

void History::watch_allocations(const Callback& callback) {
  // Before Initialize returns, no objects are allocated.
  if (callback.call == Call::kInitialize || callback.call == Call::kLoadAsNotificationOnly) return;
  const bool reported = reports_each_allocation(masks_.required()) && monitors_gc() && !attached_;
  if (!reported) (begun() ? unreported_later_ : unreported_) = true;
}

void History::feed_trackers(const Callback& callback) {
  lifecycle_.take(callback);
  follow_masks();
  suspension_.take(callback);
  profiler_suspension_.take(callback);
  threads_.take(callback, in_flight_);
  // If another thread ends the profiler's suspension, which is a profiler fault, the resume is not
  // reported.
  if (callback.call == Call::kRuntimeResumeStarted && suspension_.ended_by_other()) {
    if (const auto id = threads_.self(suspension_.suspender())) threads_.resumed_unreported(*id);
  }
  loads_.take(callback);
  background_.take(callback);
  allocations_.take(callback);
  report_order_.take(callback);
  functions_.take(callback);
  enumerations_.take(callback);
  handles_.take(callback, collections_ + (callback.call == Call::kGarbageCollectionStarted ? 1 : 0));
  follow_ends(callback);
  watch_allocations(callback);
  if (kExceptionCalls.has(callback.call)) exceptions_.take(callback, collections_);
}

InFlight History::entry_of(const Callback& callback) const {
  InFlight entry{
      .line = callback.line,
      .call = callback.call,
      .thread = callback.thread,
      .subject = subject_of(callback),
      .object_class = callback.object_class,
      .entries = std::max({callback.ranges.size(), callback.roots.size(), callback.elements.size(),
                           callback.classes.size(), callback.references.size(), callback.generations.size()}),
      .safe_to_block = callback.safe_to_block,
      .null_entries = has_nulls(callback),
      .collection = collection_.empty() ? 0 : collection_.number};
  // A Started opens the collection that it belongs to.
  if (callback.call == Call::kGarbageCollectionStarted) entry.collection = collections_ + 1;
  return entry;
}

void History::take(const Callback& callback) {
  add(callback);
  forget(unsure_);
}

void History::add(const Callback& callback) {
  struct Row {
    Call call;
    void (History::*take)(const Callback& callback);
  };
  static constexpr Row kRows[] = {{Call::kRuntimeSuspendStarted, &History::took_suspension},
                                  {Call::kGarbageCollectionStarted, &History::took_started},
                                  {Call::kGarbageCollectionFinished, &History::took_finished},
                                  {Call::kObjectAllocated, &History::took_allocation},
                                  {Call::kHandleCreated, &History::took_handle},
                                  {Call::kExceptionThrown, &History::took_thrown},
                                  {Call::kInitialize, &History::took_initialize},
                                  {Call::kInitializeForAttach, &History::took_attach},
                                  {Call::kShutdown, &History::took_shutdown}};
  const bool has_rows = CollectionReport::kCalls.has(callback.call);
  last_lines_.take(callback.thread, callback.line);
  // If the profiler attached during a collection, the report of that collection has no beginning.
  if (may_be_orphans() && (has_rows || callback.call == Call::kGarbageCollectionFinished))
    collection_.orphaned = true;
  if (callback.call == Call::kExceptionCatcherEnter) note_caught(callback);
  feed_trackers(callback);
  InFlight entry = entry_of(callback);
  if (has_rows) {
    resume_reporting();
    touch(callback.line);
    if (!collection_.open() && !has_first_version()) collection_.mixed = true;
    exact_seen_ = exact_seen_ || is_exact(callback.call);
    entry.batch = collection_.add(callback);
    return in_flight_.add(entry);
  }
  in_flight_.add(entry);
  // Code runs after the runtime has resumed, whether the resume is reported or not.
  if (kOfRunningThreads.has(callback.call)) {
    inside_bracket_ = false;
    if (collection_.finishes != 0 && !collection_.open()) collection_.resumed = true;
  }
  if (!exact_seen_) exact_seen_ = comes_with_exact_calls(callback);
  for (const Row& row : kRows) {
    if (row.call == callback.call) return (this->*row.take)(callback);
  }
}

void History::took_suspension(const Callback& callback) {
  if (callback.reason == abi::COR_PRF_SUSPEND_FOR_GC) missed_start_ = false;
}

void History::took_started(const Callback& callback) {
  missed_start_ = false;
  resume_reporting();
  touch(callback.line);
  ++open_brackets_;
  inside_bracket_ = true;
  reported_.clear();
  ++collections_;
  empty_out(allocated_);
  if (collection_.starts++ != 0) return;
  collection_.started_line = callback.line;
  collection_.started_thread = callback.thread;
  collection_.generations = callback.generations;
  collection_.reason = callback.reason;
  collection_.made = allocations_.made();
}

void History::took_finished(const Callback& callback) {
  missed_start_ = false;
  resume_reporting();
  touch(callback.line);
  if (open_brackets_ != 0) --open_brackets_;
  inside_bracket_ = false;
  collection_.resumed_between = collection_.resumed_between || collection_.resumed;
  ++collection_.finishes;
  collection_.finished_line = callback.line;
  reported_ = all_reported();
}

void History::took_allocation(const Callback& callback) {
  if (!monitors_gc()) return;
  const bool each = !masks_.known() || reports_each_allocation(met_under_);
  (begun() ? live_later_ : live_)
      .push_back({.at = callback.object,
                  .object_class = callback.object_class,
                  .announced = callback.line,
                  .thread = callback.thread,
                  .by_high_flags = each ? KnownObject::kByLowFlags : met_under_.high,
                  .node = call_tree_.node_on(callback.thread)});
  allocated_.insert(callback.object);
  (begun() ? classes_later_ : classes_).push_back({callback.object, callback.object_class});
}

void History::took_handle(const Callback& callback) {
  // Inside a bracket the address may be from before or after the collection.
  (begun() ? handled_later_ : handled_)
      .push_back({collection_.open() ? 0 : callback.object, callback.handle, callback.line});
}

void History::took_thrown(const Callback& callback) {
  // One object may be thrown any number of times between two collections.
  constexpr std::size_t kMost = 4096;
  std::vector<ThrownObject>& thrown = begun() ? thrown_later_ : thrown_;
  if (collection_.open() || callback.object == 0 || thrown.size() == kMost) return;
  thrown.push_back({.object = callback.object, .line = callback.line, .thread = callback.thread});
}

void History::note_caught(const Callback& callback) {
  const Exceptions::OfThread* const thread = exceptions_.of(callback.thread);
  if (thread == nullptr || thread->uncertain || collection_.open() || collection_.finishes == 0) return;
  const Exceptions::Exception& exception = thread->exception;
  if (exception.phase == Exceptions::Phase::kNone || exception.object == 0 ||
      exception.collections + 1 != collections_)
    return;
  collection_.caught.push_back({.thrown = exception.object,
                                .object = callback.object,
                                .line = callback.line,
                                .thread = callback.thread});
}

void History::took_initialize(const Callback&) {
  own_calls_.initialized();
}

void History::took_attach(const Callback&) {
  own_calls_.initialized();
  attached_ = true;
  left_bounds_ = GenerationMap();
  finalizers_.clear();
  lose_brackets();
  // Collections that ran without a profiler are unknown.
  forget_addresses();
  probes_.forget();
  suspension_.lose_track();
  threads_.forget_suspensions();
  exceptions_.forget();
  handles_.forget_exceptions();
  forget_ids(~std::uint32_t{0});
}

void History::took_shutdown(const Callback&) {
  shut_down_ = true;
}

}  // namespace gcrucible::rules
