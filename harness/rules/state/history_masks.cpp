// The consequences of the event mask and of the profiler's presence for the history.
#include "harness/abi/monitor_flags.h"
#include "harness/rules/entities/empty_out.h"
#include "harness/rules/state/history.h"
#include "harness/rules/state/mask_gates.h"

namespace gcrucible::rules {

bool History::monitors_gc() const {
  return (required_mask().low & abi::COR_PRF_MONITOR_GC) != 0;
}

bool History::monitors_gc(const Collection& collection) {
  return (collection.always.low & abi::COR_PRF_MONITOR_GC) != 0 && !collection.unreported;
}

bool History::basic_gc_only() const {
  return lifecycle_.present() && !monitors_gc() &&
         (masks_.permitted().high & abi::COR_PRF_HIGH_BASIC_GC) != 0;
}

bool History::brackets_from_start() const {
  return !attached_ && reports_collections(from_start_);
}

bool History::may_be_orphans() const {
  const bool after_attach = attached_ && !lifecycle_.collection_started() &&
                            (!lifecycle_.collection_finished() || collection_.orphaned);
  return after_attach || missed_start_ || (collection_.orphaned && collection_.starts == 0);
}

void History::ask_for(EventMask mask, bool one_word, std::uint64_t line) {
  before_asked_ = {.line = line,
                   .always = collection_.always,
                   .ever = collection_.ever,
                   .always_since = always_since_,
                   .ever_since = ever_since_,
                   .cut = collection_.cut};
  masks_.asked(mask, one_word, line);
  follow_masks();
}

void History::refused(std::uint64_t line) {
  if (before_asked_.line != line) return;
  before_asked_.line = kNoLine;
  collection_.always = before_asked_.always;
  collection_.ever = before_asked_.ever;
  always_since_ = before_asked_.always_since;
  ever_since_ = before_asked_.ever_since;
  collection_.cut = before_asked_.cut;
}

void History::answered_mask(const InfoEvent& info) {
  // A scenario query that sets the mask has no entry line. Older traces do not record its arguments.
  if (info.asked) {
    if (info.args.empty()) return;
    const bool one_word = info.method == InfoMethod::kSetEventMask;
    ask_for({.low = static_cast<std::uint32_t>(info.arg(0).value_or(0)),
             .high = one_word ? 0 : static_cast<std::uint32_t>(info.arg(1).value_or(0))},
            one_word, info.line);
  }
  const EventMask required = masks_.required();
  const EventMask uncertain = masks_.uncertain();
  masks_.answered(info.succeeded(), info.line, info.return_line);
  if (!info.succeeded()) return refused(info.line);
  empty_out(allocated_);
  const bool at_start = info.inside_call == Call::kInitialize;
  from_start_ = at_start ? masks_.now() : from_start_ & required & masks_.required();
  if (!at_start) forget(uncertain);
}

void History::read_mask(const InfoEvent& info) {
  const auto low = info.out(0);
  if (!info.succeeded() || !low) return;
  const EventMask uncertain = masks_.uncertain();
  const auto high = info.method == InfoMethod::kGetEventMask2 ? info.out(1) : std::nullopt;
  masks_.read(info.line, static_cast<std::uint32_t>(*low),
              high ? std::optional(static_cast<std::uint32_t>(*high)) : std::nullopt);
  forget(uncertain - masks_.uncertain());
}

EventMask History::permitted_for(std::uint32_t native) const {
  // In a simulated run the mask is read at the callback's entry.
  if (header_.source != "recorded") return masks_.permitted();
  return masks_.permitted_for(last_lines_.of(native));
}

EventMask History::unsure_of(const Callback& callback) const {
  EventMask unsure = masks_.uncertain();
  const EventMask late = met_under_ - masks_.permitted();
  if (late == EventMask{}) return unsure;
  // The thread does not raise the callbacks that belong to this one.
  const MaskGate* const gate = gate_of(callback);
  if (gate != nullptr) unsure = unsure | (late & EventMask{gate->low, gate->high});
  if (callback.call == Call::kObjectAllocated)
    unsure.low |= late.low & std::uint32_t{abi::COR_PRF_MONITOR_OBJECT_ALLOCATED};
  return unsure;
}

void History::observe_mask(const Callback& callback) {
  const EventMask uncertain = masks_.uncertain();
  const MaskGate* const gate = uncertain == EventMask{} ? nullptr : gate_of(callback);
  if (gate == nullptr) return;
  const bool simulated = header_.source != "recorded";
  masks_.observed({gate->low, gate->high}, simulated ? callback.line : last_lines_.of(callback.thread));
  forget(uncertain - masks_.uncertain());
}

void History::meet(const Callback& callback) {
  observe_mask(callback);
  met_under_ = permitted_for(callback.thread);
  unsure_ = masks_.known() ? unsure_of(callback) : EventMask{};
  forget(unsure_);
}

void History::forget(EventMask flags) {
  if (flags == EventMask{}) return;
  if ((flags.low & abi::COR_PRF_MONITOR_SUSPENDS) != 0) {
    suspension_.lose_track();
    threads_.forget_suspensions();
  }
  forget_ids(flags.low);
  if (reports_collections(flags)) {
    lose_brackets();
    exceptions_.forget_objects();
  }
  if ((flags.low & abi::COR_PRF_MONITOR_GC) != 0) {
    missed_start_ = (masks_.permitted().low & abi::COR_PRF_MONITOR_GC) != 0;
    if (collection_.empty()) {
      forget_addresses();
    } else {
      gap_ = true;
      collection_.interrupted = missed_start_;
    }
  }
  if ((flags.low & abi::COR_PRF_MONITOR_OBJECT_ALLOCATED) != 0)
    (begun() ? unreported_later_ : unreported_) = true;
}

void History::follow_masks() {
  const EventMask required = required_mask();
  const EventMask permitted = masks_.permitted();
  if (lifecycle_.present() && (required.low & abi::COR_PRF_MONITOR_EXCEPTIONS) == 0) exceptions_.forget();
  if (lifecycle_.present() && !monitors_gc()) handles_.forget_exceptions();
  if (collection_.empty()) {
    collection_.always = always_since_ = required;
    collection_.ever = ever_since_ = permitted;
    // A collection closed since keeps the masks under which it was reported.
    const EventMask kept = lifecycle_.present() ? masks_.now() : EventMask{};
    before_asked_ = {.line = before_asked_.line,
                     .always = kept,
                     .ever = masks_.now(),
                     .always_since = kept,
                     .ever_since = masks_.now(),
                     .cut = collection_.cut};
    return;
  }
  always_since_ = always_since_ & required;
  ever_since_ = ever_since_ | permitted;
  // Where the runtime has gone on, a Finished that is missing was due before this change.
  const bool gone_on = collection_.starts != 0 && !inside_bracket_ && monitors_gc(collection_);
  if ((collection_.finishes == 0 || collection_.open()) && !gone_on) resume_reporting();
}

void History::resume_reporting() {
  collection_.always = always_since_;
  collection_.ever = ever_since_;
  const std::uint32_t not_always = collection_.ever.low & ~collection_.always.low;
  collection_.cut = collection_.cut || (not_always & abi::COR_PRF_MONITOR_GC) != 0;
}

}  // namespace gcrucible::rules
