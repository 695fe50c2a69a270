#include "harness/rules/state/history.h"

#include <algorithm>
#include <utility>

#include "harness/abi/callback_methods.h"
#include "harness/abi/enums.h"
#include "harness/abi/monitor_flags.h"
#include "harness/rules/catalogue/rule.h"
#include "harness/rules/decode/decode.h"
#include "harness/rules/decode/rows.h"
#include "harness/trace/event_fields.h"

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
                                      CallSet{Call::kObjectAllocated, Call::kResumeStarted};
constexpr CallSet kReported = kReportCalls | CallSet{Call::kFinalizeableQueued};

}  // namespace

bool History::collected_in_shutdown_pause() const {
  return suspension_.reason() == abi::COR_PRF_SUSPEND_FOR_SHUTDOWN && collection_.started_line != kNoLine &&
         collection_.started_line > suspension_.started_line();
}

void History::lose_brackets() {
  background_.lose_track();
  open_brackets_ = 0;
  inside_bracket_ = false;
}

void History::take(const Header& header) {
  header_ = header;
  const Rule* const nest = find_rule("exceptions/nest");
  if (header.source == "recorded" && nest != nullptr && has_leeway(*nest, header.runtime)) {
    exceptions_.expect_unreported_frames();
  }
  lifecycle_.take(header);
  if (!header.mask_known) return;
  masks_.start(header.mask);
  from_start_ = header.mask;
  follow_masks();
}

bool History::ends_collection(const Callback& callback) const {
  if (collection_.empty()) return false;
  // The earlier profiler receives no further callbacks.
  if (callback.call == Call::kDetachSucceeded || callback.call == Call::kInitializeForAttach) return true;
  if (callback.call == Call::kStarted)
    return (collection_.starts != 0 && !collection_.open()) || collection_.cut;
  // A second suspension for a collection means that the first collection has ended, even without a
  // Finished. A background collection spans several suspensions, but those are reported only under
  // BASIC_GC.
  if (callback.call == Call::kSuspendStarted && callback.reason == abi::COR_PRF_SUSPEND_FOR_GC) {
    return collection_.starts + collection_.finishes != 0 && (!collection_.open() || !basic_gc_only());
  }
  return false;
}

bool History::is_reported_and_paused() const {
  return collection_.starts == 1 && collection_.finishes == 1 && !collection_.resumed;
}

bool History::begins_provisional(const ModelLine& line) const {
  return permits_provisional_ && line.fact == Fact::kCollection && is_reported_and_paused() &&
         monitors_gc() && trace::text_in(*line.event, "inside") == "provisional";
}

bool History::begins_provisional(const Callback& callback) const {
  const Collection& c = collection_;
  if (!permits_provisional_ || !is_reported_and_paused() || !kReported.has(callback.call)) return false;
  // Must follow a swept generation 1 collection immediately.
  const bool first = std::all_of(c.range_calls.begin(), c.range_calls.end(), [](const BatchCall& call) {
    return family_of(call.call) == Family::kSurviving;
  });
  return first && !c.range_calls.empty() && c.generations == std::vector<std::uint8_t>{1, 1, 0, 0, 0};
}

void History::go_on(std::uint64_t line) {
  touch(line);
  ++open_brackets_;
  inside_bracket_ = true;
  reported_.clear();
  report_order_ = ReportOrder();
  collection_.provisional = true;
  collection_.starts = 1;
  collection_.generations = {1, 1, 1, 1, 1};
  collection_.reason = abi::COR_PRF_GC_OTHER;
}

bool History::begun() const {
  // A first-version profiler gets no Started. Every report of the collection lies inside it.
  return collection_.starts != 0 || (has_first_version() && !collection_.empty());
}

void History::touch(std::uint64_t line) {
  if (collection_.empty()) {
    collection_.first_line = line;
    if (begun()) allocated_.clear();
    last_number_ = collection_.number;
  }
  collection_.last_line = line;
}

std::uint32_t History::add_batch(const Callback& callback, std::vector<BatchCall>& calls, std::size_t first,
                                 std::size_t count) {
  calls.push_back({.call = callback.call,
                   .line = callback.line,
                   .thread = callback.thread,
                   .first = static_cast<std::uint32_t>(first),
                   .count = static_cast<std::uint32_t>(count)});
  return static_cast<std::uint32_t>(calls.size() - 1);
}

std::uint32_t History::add_report(const Callback& callback) {
  Collection& c = collection_;
  if (kRangeCalls.has(callback.call)) {
    const std::size_t first = c.ranges.size();
    c.ranges.insert(c.ranges.end(), callback.ranges.begin(), callback.ranges.end());
    exact_seen_ = exact_seen_ || is_exact(callback.call);
    return add_batch(callback, c.range_calls, first, callback.ranges.size());
  }
  if (kRootCalls.has(callback.call)) {
    const std::size_t first = c.roots.size();
    c.roots.insert(c.roots.end(), callback.roots.begin(), callback.roots.end());
    return add_batch(callback, c.root_calls, first, callback.roots.size());
  }
  if (callback.call == Call::kObjectReferences) {
    c.objects.push_back({.object = callback.object,
                         .object_class = callback.object_class,
                         .line = callback.line,
                         .thread = callback.thread,
                         .first = c.references.size(),
                         .count = static_cast<std::uint32_t>(callback.references.size())});
    c.references.insert(c.references.end(), callback.references.begin(), callback.references.end());
  } else if (callback.call == Call::kElements) {
    for (std::uint32_t i = 0; i < callback.elements.size(); ++i) {
      c.elements.push_back({.element = callback.elements[i], .line = callback.line, .entry = i});
    }
  } else if (callback.call == Call::kFinalizeableQueued) {
    c.queued.push_back({.object = callback.object,
                        .flags = callback.flags,
                        .line = callback.line,
                        .thread = callback.thread});
  } else if (callback.call == Call::kAllocatedByClass) {
    c.class_calls.push_back(callback.line);
    for (std::uint32_t i = 0; i < callback.classes.size(); ++i) {
      c.class_counts.push_back({.count = callback.classes[i], .line = callback.line, .entry = i});
    }
  }
  return kNoIndex;
}

void History::watch_allocations(const Callback& callback) {
  constexpr std::uint32_t kReportAll =
      abi::COR_PRF_ENABLE_OBJECT_ALLOCATED | abi::COR_PRF_MONITOR_OBJECT_ALLOCATED;
  // Before Initialize returns, no objects are allocated.
  if (callback.call == Call::kInitialize || callback.call == Call::kNotificationOnly) return;
  const bool reported = (masks_.required().low & kReportAll) == kReportAll && monitors_gc() && !attached_;
  if (!reported) (begun() ? unreported_later_ : unreported_) = true;
}

void History::take(const Callback& callback) {
  // If the profiler attached during a collection, the report of that collection has no beginning.
  if (may_be_orphans() && (kReported.has(callback.call) || callback.call == Call::kFinished)) {
    collection_.orphaned = true;
  }
  lifecycle_.take(callback);
  follow_masks();
  suspension_.take(callback);
  profiler_suspension_.take(callback);
  threads_.take(callback, in_flight_);
  // If another thread ends the profiler's suspension, which is a profiler fault, the resume is not
  // reported.
  if (callback.call == Call::kResumeStarted && suspension_.ended_by_other()) {
    if (const auto id = threads_.self(suspension_.suspender())) threads_.resumed_unreported(*id);
  }
  loads_.take(callback);
  background_.take(callback);
  allocations_.take(callback);
  report_order_.take(callback);
  functions_.take(callback);
  enumerations_.take(callback);
  handles_.take(callback, collections_ + (callback.call == Call::kStarted ? 1 : 0));
  follow_ends(callback);
  watch_allocations(callback);
  if (kExceptionCalls.has(callback.call)) exceptions_.take(callback, collections_);
  InFlight entry{.line = callback.line,
                 .call = callback.call,
                 .thread = callback.thread,
                 .subject = subject_of(callback),
                 .object_class = callback.object_class,
                 .safe_to_block = callback.safe_to_block,
                 .null_entries = has_nulls(callback),
                 .collection = collection_.empty() ? 0 : collection_.number};
  // A Started opens the collection that it belongs to.
  if (callback.call == Call::kStarted) entry.collection = collections_ + 1;
  if (kReported.has(callback.call)) {
    resume_reporting();
    touch(callback.line);
    entry.batch = add_report(callback);
    return in_flight_.add(entry);
  }
  in_flight_.add(entry);
  // Code runs after the runtime has resumed, whether the resume is reported or not.
  if (kOfRunningThreads.has(callback.call)) {
    inside_bracket_ = false;
    if (collection_.finishes != 0 && !collection_.open()) collection_.resumed = true;
  }
  if (!exact_seen_) exact_seen_ = comes_with_exact_calls(callback);
  switch (callback.call) {
    case Call::kSuspendStarted:
      if (callback.reason == abi::COR_PRF_SUSPEND_FOR_GC) missed_start_ = false;
      break;
    case Call::kStarted:
      missed_start_ = false;
      resume_reporting();
      touch(callback.line);
      ++open_brackets_;
      inside_bracket_ = true;
      reported_.clear();
      ++collections_;
      allocated_.clear();
      if (collection_.starts++ == 0) {
        collection_.started_line = callback.line;
        collection_.started_thread = callback.thread;
        collection_.generations = callback.generations;
        collection_.reason = callback.reason;
        collection_.made = allocations_.made();
      }
      break;
    case Call::kFinished:
      missed_start_ = false;
      resume_reporting();
      touch(callback.line);
      if (open_brackets_ != 0) --open_brackets_;
      inside_bracket_ = false;
      collection_.resumed_between = collection_.resumed_between || collection_.resumed;
      ++collection_.finishes;
      collection_.finished_line = callback.line;
      reported_ = all_reported();
      break;
    case Call::kObjectAllocated:
      if (monitors_gc()) {
        (begun() ? live_later_ : live_)
            .push_back({.at = callback.object,
                        .object_class = callback.object_class,
                        .announced = callback.line,
                        .thread = callback.thread});
        allocated_.insert(callback.object);
        (begun() ? classes_later_ : classes_).push_back({callback.object, callback.object_class});
      }
      break;
    case Call::kHandleCreated:
      // Inside a bracket the address may be from before or after the collection.
      (begun() ? handled_later_ : handled_)
          .push_back({collection_.open() ? 0 : callback.object, callback.handle, callback.line});
      break;
    case Call::kInitialize:
      own_calls_.initialized();
      break;
    case Call::kInitializeForAttach:
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
      break;
    case Call::kShutdown:
      shut_down_ = true;
      break;
    default:
      break;
  }
}

Return History::matched(Return returned) const {
  const InFlight* const entry = in_flight_.find(returned.entry);
  if (entry == nullptr) return returned;
  returned.known = true;
  returned.call = entry->call;
  returned.entry_thread = entry->thread;
  returned.subject = entry->subject;
  return returned;
}

void History::take(const Return& returned) {
  lifecycle_.take(returned);
  own_calls_.forget_gap(returned.entry);
  follow_masks();
  if (InFlight* const entry = in_flight_.find(returned.entry); entry != nullptr) {
    // The return of a call of an earlier collection does not concern this one.
    const bool of_this = !collection_.empty() && entry->line >= collection_.first_line;
    if (of_this && entry->call == Call::kObjectReferences && !returned.succeeded()) {
      collection_.references_stopped = true;
    }
    if (of_this && entry->batch != kNoIndex) {
      auto& calls = kRangeCalls.has(entry->call) ? collection_.range_calls : collection_.root_calls;
      // If lines do not ascend, a call of an earlier collection may look like one of this collection.
      if (entry->batch < calls.size() && calls[entry->batch].line == entry->line) {
        BatchCall& call = calls[entry->batch];
        call.returned = true;
        call.return_line = returned.line;
        call.hr = returned.hr;
      }
    }
    in_flight_.end(*entry);
  }
}

CollectionModel& History::model(const trace::Event& event) {
  touch(event.n);
  if (!collection_.model) {
    // The profiler attached after the line that begins the collection.
    collection_.model.emplace();
    if (const auto number = trace::number_in(event, "collection")) {
      if (under_way_ && under_way_->number == *number) collection_.model = under_way_;
      collection_.model->number = static_cast<std::uint32_t>(*number);
      collection_.number = collection_.model->number;
      last_number_ = collection_.number;
    }
  }
  return *collection_.model;
}

void History::take(const ModelLine& line) {
  const trace::Event& event = *line.event;
  // Without a profiler, all masks are empty.
  allocations_.take(line, lifecycle_.present() ? masks_ : Masks());
  if (line.fact == Fact::kFunctions) functions_.take(line);
  if (line.fact == Fact::kAttach) lifecycle_.answered();
  // Also raised in Initialize.
  if (line.fact == Fact::kGap) {
    if (const auto inside = trace::number_in(event, "inside")) {
      const auto hr = static_cast<std::uint32_t>(trace::number_in(event, "hr").value_or(0));
      own_calls_.gap(
          *inside, {.what = std::string(trace::text_in(event, "what")), .hr = static_cast<std::int32_t>(hr)});
    }
  }
  if (line.fact == Fact::kCollection) under_way_ = decode_collection(event);
  if (!lifecycle_.present()) return;
  switch (line.fact) {
    case Fact::kAsks:
      profiler_suspension_.take(line);
      break;
    case Fact::kType:
    case Fact::kClass:
    case Fact::kUnloading:
      types_.take(line);
      break;
    case Fact::kAllocated:
      heap_answers_.take(line);
      break;
    case Fact::kCollection:
      touch(event.n);
      collection_.model = under_way_;
      collection_.number = collection_.model->number;
      last_number_ = collection_.number;
      break;
    case Fact::kHeap:
      (is_after(event) ? model(event).after : model(event).before) = decode_heap(event);
      break;
    case Fact::kRoots:
      model(event).roots = decode_roots(event);
      break;
    case Fact::kHandles:
      model(event).handles = decode_handles(event);
      break;
    case Fact::kPlan:
      collection_.unreported = !monitors_gc();
      model(event).plan = decode_plan(event);
      break;
    case Fact::kQueued: {
      const Rows objects(trace::find(event, "objects"));
      std::vector<std::uint32_t>& queued = model(event).queued;
      for (std::uint64_t i = 0; i < objects.size(); ++i) {
        queued.push_back(static_cast<std::uint32_t>(objects.number(i)));
      }
      break;
    }
    case Fact::kCleared:
      model(event).cleared_handles = decode_numbers(event, "handles");
      break;
    case Fact::kSchedule:
      if (trace::find(event, "together") != nullptr) break;
      model(event).turns_inside_callbacks =
          trace::find(event, "within") != nullptr || trace::text_in(event, "kind") == "free";
      break;
    case Fact::kAudit:
      model(event).audit.emplace_back(trace::text_in(event, "says"));
      break;
    default:
      break;
  }
}

}  // namespace gcrucible::rules
