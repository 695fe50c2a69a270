#include "harness/rules/state/history.h"

#include <algorithm>

#include "harness/abi/enums.h"
#include "harness/abi/monitor_flags.h"
#include "harness/rules/catalogue/rule.h"
#include "harness/rules/entities/empty_out.h"
#include "harness/trace/event_fields.h"

namespace gcrucible::rules {

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
  if (callback.call == Call::kProfilerDetachSucceeded || callback.call == Call::kInitializeForAttach)
    return true;
  // What is reported since the mask was set again may belong to another collection.
  if (collection_.interrupted && may_be_orphans() &&
      (masks_.uncertain().low & abi::COR_PRF_MONITOR_GC) == 0 &&
      (CollectionReport::kCalls.has(callback.call) || callback.call == Call::kGarbageCollectionFinished)) {
    return true;
  }
  // A collection under way at an attach has only a Finished.
  if (callback.call == Call::kGarbageCollectionStarted)
    return (collection_.starts + collection_.finishes != 0 && !collection_.open()) || collection_.cut;
  // A second suspension for a collection means that the first collection has ended, even without a
  // Finished. A background collection spans several suspensions, but those are reported only under
  // BASIC_GC.
  if (callback.call == Call::kRuntimeSuspendStarted && callback.reason == abi::COR_PRF_SUSPEND_FOR_GC) {
    return collection_.starts + collection_.finishes != 0 && (!collection_.open() || !basic_gc_only());
  }
  return false;
}

bool History::is_reported_and_paused() const {
  return collection_.starts == 1 && collection_.finishes == 1 && !collection_.resumed;
}

bool History::begins_provisional(const ModelLine& line) const {
  // The profiler may have attached during the first one.
  return permits_provisional_ && line.fact == Fact::kCollection &&
         (is_reported_and_paused() || collection_.orphaned) && monitors_gc() &&
         trace::text_in(*line.event, "inside") == "provisional";
}

bool History::begins_provisional(const Callback& callback) const {
  const Collection& c = collection_;
  if (!permits_provisional_ || !is_reported_and_paused() || !CollectionReport::kCalls.has(callback.call))
    return false;
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
    if (begun()) empty_out(allocated_);
    last_number_ = collection_.number;
  }
  collection_.last_line = line;
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
  last_lines_.take(returned.thread, returned.line);
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

}  // namespace gcrucible::rules
