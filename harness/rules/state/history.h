// Follows a trace line by line and keeps its current state. The state is the collection under way, the
// objects known to be alive, the open calls, masks, suspension and handles. Past events are not kept. If a
// rule needs more, a separate class remembers it; the history owns that class and feeds it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "harness/rules/collection/collection.h"
#include "harness/rules/decode/buffer_answers.h"
#include "harness/rules/decode/callback.h"
#include "harness/rules/decode/enumerations.h"
#include "harness/rules/decode/header.h"
#include "harness/rules/decode/info_event.h"
#include "harness/rules/decode/model_line.h"
#include "harness/rules/entities/allocations.h"
#include "harness/rules/entities/call_tree.h"
#include "harness/rules/entities/exceptions.h"
#include "harness/rules/entities/functions.h"
#include "harness/rules/entities/handles.h"
#include "harness/rules/entities/info/answers_inside.h"
#include "harness/rules/entities/info/heap_answers.h"
#include "harness/rules/entities/info/own_calls.h"
#include "harness/rules/entities/info/profiler_handles.h"
#include "harness/rules/entities/loads.h"
#include "harness/rules/entities/threads.h"
#include "harness/rules/entities/types.h"
#include "harness/rules/evidence/overlaps.h"
#include "harness/rules/probe/probes.h"
#include "harness/rules/state/background_brackets.h"
#include "harness/rules/state/in_flight.h"
#include "harness/rules/state/last_lines.h"
#include "harness/rules/state/lifecycle.h"
#include "harness/rules/state/masks.h"
#include "harness/rules/state/profiler_suspension.h"
#include "harness/rules/state/report_order.h"
#include "harness/rules/state/suspension.h"

namespace gcrucible::rules {

// The judge drives the history. Checkers see the state before the current line. Used by one thread.
class History {
 public:
  const Header& header() const { return header_; }
  const Masks& masks() const { return masks_; }
  const Lifecycle& lifecycle() const { return lifecycle_; }
  const LastLines& last_lines() const { return last_lines_; }
  const Suspension& suspension() const { return suspension_; }
  const Threads& threads() const { return threads_; }
  const BackgroundBrackets& background() const { return background_; }
  const Allocations& allocations() const { return allocations_; }
  const ReportOrder& report_order() const { return report_order_; }
  const Loads& loads() const { return loads_; }
  const Exceptions& exceptions() const { return exceptions_; }
  const Types& types() const { return types_; }
  const HeapAnswers& heap_answers() const { return heap_answers_; }
  const AnswersInside& answers_inside() const { return answers_inside_; }
  const BufferAnswers& buffer_answers() const { return buffer_answers_; }
  const Overlaps& overlaps() const { return overlaps_; }
  const ProfilerSuspension& profiler_suspension() const { return profiler_suspension_; }
  const Functions& functions() const { return functions_; }
  const Enumerations& enumerations() const { return enumerations_; }
  const ProfilerHandles& profiler_handles() const { return profiler_handles_; }
  const OwnCalls& own_calls() const { return own_calls_; }
  const Probes& probes() const { return probes_; }
  // The verdict on the probe's answer before Shutdown, after all collections are closed.
  ProbeVerdict probe_at_end() const;
  // The collection under way, or the last one, because late reports still belong to it.
  const Collection& collection() const { return collection_; }
  // Number of Started minus number of Finished over all collections, at least zero.
  std::uint32_t open_brackets() const { return open_brackets_; }
  // Between Started and Finished, as far as a profiler can know. The runtime has not resumed since the last
  // Started. If the runtime left out a Finished, the resume ends the bracket.
  bool inside_bracket() const { return inside_bracket_; }
  // MONITOR_GC is set: collections are blocking and fully reported.
  bool monitors_gc() const;
  // The same for the whole time in which the collection ran and was reported, as far as the trace shows.
  // The mask may have changed since.
  static bool monitors_gc(const Collection& collection);
  // All of these flags of the low word have been set since Initialize, and the profiler did not attach.
  bool reported_from_start(std::uint32_t flags) const {
    return !attached_ && ((from_start_ - masks_.uncertain()).low & flags) == flags;
  }
  // Every bit that the thread may have observed as set when it entered a callback that comes now. A real
  // thread may have looked at the mask at any time since its last line.
  EventMask permitted_for(std::uint32_t native) const;
  // Since then, at least the brackets of collections have been reported.
  bool brackets_from_start() const;
  // The number of collections that have started.
  std::uint32_t collections() const { return collections_; }
  // HIGH_BASIC_GC without MONITOR_GC: only brackets are reported, and background collections run.
  bool basic_gc_only() const;
  // The profiler attached, or set COR_PRF_MONITOR_GC in a running process, and no Started has come since.
  // The next callbacks may belong to a collection whose Started the profiler missed.
  bool may_be_orphans() const;
  bool shut_down() const { return shut_down_; }
  // A collection has started in the current suspension, which is for the end of the process and is never
  // resumed.
  bool collected_in_shutdown_pause() const;
  bool attached() const { return attached_; }
  // Whether the profiler has ICorProfilerCallback4, as far as the trace shows.
  bool has_exact_calls() const { return exact_seen_; }
  // Callbacks of every kind that have not returned.
  const CallsInFlight<InFlight>& in_flight() const { return in_flight_; }
  // Info calls that have not returned. Answers to queries of a scenario are never among them.
  const CallsInFlight<OpenInfo>& open_infos() const { return open_infos_; }
  // A handle callback that the profiler itself causes by calling CreateHandle or DestroyHandle. The
  // callback comes wherever the profiler makes the call. Queries of a scenario have no entry line and run
  // inside callbacks.
  bool is_own_handle(const Callback& callback) const;
  // A load callback that the profiler itself causes, by an Info call or by a scenario query inside a
  // callback.
  bool is_own_load(const Callback& callback) const;
  // The objects of the last collection's ObjectReferences, ascending by address. Empty from Started to
  // Finished.
  std::span<const KnownObject> reported() const { return reported_; }
  // Objects announced since the last collection started, in this order. Until that collection is closed:
  // the objects announced before it.
  std::span<const KnownObject> announced() const { return std::span(live_).subspan(left_); }
  // Objects that the last collection left, ascending by address. Still the same during Started. Empty if
  // unknown.
  std::span<const KnownObject> left() const { return std::span(live_).first(left_); }
  // The announced objects that no collection has reached.
  std::span<const KnownObject> announced_since() const {
    return begun() ? std::span(live_later_) : announced();
  }
  // The last of them.
  const KnownObject* last_announced() const {
    const std::span<const KnownObject> since = announced_since();
    return since.empty() ? nullptr : &since.back();
  }
  const Handles& handles() const { return handles_; }
  // ObjectAllocated has named the object since the last collection.
  bool just_allocated(std::uint64_t object) const { return allocated_.contains(object); }

  void take(const Header& header);
  // Call before the checkers see the callback. Forgets what a mask may have kept away, now or before.
  void meet(const Callback& callback);
  // Whether `callback` opens or announces a collection after collection().
  bool ends_collection(const Callback& callback) const;
  // Permits a full collection that follows a generation 1 collection which did not free enough.
  void permit_provisional(bool permitted) { permits_provisional_ = permitted; }
  // Whether `callback` belongs to the report of such a collection, or the model line announces one.
  bool begins_provisional(const Callback& callback) const;
  bool begins_provisional(const ModelLine& line) const;
  // Whether the collection has been reported from Started to Finished, and the runtime is still suspended.
  bool is_reported_and_paused() const;
  // Begins such a collection here.
  void go_on(std::uint64_t line);
  void take(const Callback& callback);
  // Returns `returned`, completed with the data of its entry.
  Return matched(Return returned) const;
  void take(const Return& returned);  // a matched one
  void open(OpenInfo info);
  // The return of an Info call, or an answer. The call stays in open_infos() until all checkers saw it.
  void take(const InfoEvent& info);
  void take(const ModelLine& line);
  // True if the event is a query to the profiler's probe, or the return of one.
  bool take_probe(const trace::Event& event) { return probes_.take(event); }

  bool has_collection() const { return !collection_.empty(); }
  // Closes collection() and returns it. The next one is empty.
  Collection close_collection();

 private:
  void add(const Callback& callback);
  // Objects allocated from now on are not collected by collection().
  bool begun() const;
  void touch(std::uint64_t line);
  // Checks whether objects allocated now may be unreported.
  void watch_allocations(const Callback& callback);
  // The objects of ObjectReferences, ascending.
  std::vector<KnownObject> all_reported() const;
  // The objects that collection_ left in the heap, ascending.
  std::vector<KnownObject> survivors() const;
  // Passes the callback to the classes that remember something of it.
  void feed_trackers(const Callback& callback);
  InFlight entry_of(const Callback& callback) const;
  void took_suspension(const Callback& callback);
  void took_started(const Callback& callback);
  void took_finished(const Callback& callback);
  void took_allocation(const Callback& callback);
  void took_handle(const Callback& callback);
  void took_thrown(const Callback& callback);
  // An exception that was thrown before the last collection.
  void note_caught(const Callback& callback);
  void took_initialize(const Callback& callback);
  void took_attach(const Callback& callback);
  void took_shutdown(const Callback& callback);
  void took_collection(const trace::Event& event);
  void took_gap(const trace::Event& event);
  void ask(const OpenInfo& info);
  // Unreported collections may have started and finished, or still run.
  void lose_brackets();
  // Flags that the runtime must honour. None without a profiler.
  EventMask required_mask() const { return lifecycle_.present() ? masks_.required() : EventMask{}; }
  // The mask or the presence of a profiler may change from here on.
  void follow_masks();
  // Saves the state that a requested mask would change, until the answer. A refusal restores the state.
  void ask_for(EventMask mask, bool one_word, std::uint64_t line);
  void refused(std::uint64_t line);
  // Takes the answer to SetEventMask.
  void answered_mask(const InfoEvent& info);
  // Takes the answer to GetEventMask.
  void read_mask(const InfoEvent& info);
  // Of the masks that may be in effect, the callback may exclude some.
  void observe_mask(const Callback& callback);
  // The flags that do not decide whether the callback, and others of these days, are reported.
  EventMask unsure_of(const Callback& callback) const;
  // Callbacks that these flags enable may not have been reported.
  void forget(EventMask flags);
  // The collection is reported again after it seemed to be over. Applies the masks set in between.
  void resume_reporting();
  void walked(const InfoEvent& info);
  // Takes a GetGenerationBounds answer.
  void bounds(const InfoEvent& info, std::span<const HeapRange> ranges);
  Probes::Circumstances circumstances() const;
  bool has_first_version() const { return header_.callback_version.value_or(2) < 2; }
  // Gives collection() the data from before it, and keeps the data for the next one.
  void hand_over();
  // Forgets data of an id that the callback ends, or that begins anew and was or may have been another
  // one's.
  void follow_ends(const Callback& callback);
  // Forgets lives of ids that these flags of the low word report, after a time without reports.
  void forget_ids(std::uint32_t flags);
  void hand_over_finalizers();
  // Forgets which objects addresses denote, because unreported collections may have run.
  void forget_addresses();
  // The model's part of collection(), created on demand.
  CollectionModel& model(const trace::Event& event);

  Header header_;
  Masks masks_;
  Lifecycle lifecycle_;
  Suspension suspension_;
  Threads threads_;
  BackgroundBrackets background_;
  Allocations allocations_;
  ReportOrder report_order_;
  Loads loads_;
  Exceptions exceptions_;
  Types types_;
  HeapAnswers heap_answers_;
  AnswersInside answers_inside_;
  BufferAnswers buffer_answers_;
  Overlaps overlaps_;
  ProfilerSuspension profiler_suspension_;
  Functions functions_;
  CallTree call_tree_;
  Enumerations enumerations_;
  ProfilerHandles profiler_handles_;
  OwnCalls own_calls_;
  LastLines last_lines_;
  EventMask unsure_;     // by the last callback
  EventMask met_under_;  // permitted_for() the last callback
  Handles handles_;
  Probes probes_;
  bool permits_provisional_ = false;
  Collection collection_;
  std::optional<CollectionModel> under_way_;  // as in its first line, even if no profiler was loaded
  std::uint32_t last_number_ = 0;
  std::uint32_t collections_ = 0;
  EventMask from_start_;
  std::uint32_t open_brackets_ = 0;
  bool inside_bracket_ = false;
  bool attached_ = false;
  bool shut_down_ = false;
  bool exact_seen_ = false;
  CallsInFlight<InFlight> in_flight_;
  CallsInFlight<OpenInfo> open_infos_;
  // Objects known to be in the heap: live_ when the current collection started, live_later_ allocated
  // since. A collection stays open for late reports after its Finished, therefore the two differ. The first
  // `left_` of live_ are the objects that the last collection left, ascending. The rest was announced.
  std::vector<KnownObject> live_;
  std::size_t left_ = 0;
  bool left_known_ = false;  // the first `left_` are complete
  GenerationMap left_bounds_;
  std::vector<FinalizerOf> finalizers_;
  std::vector<KnownObject> live_later_;
  std::vector<KnownObject> reported_;
  // For some time allocations were not announced: before the current collection started, and since.
  bool unreported_ = false;
  bool unreported_later_ = false;
  // COR_PRF_MONITOR_GC was set or cleared since the collection under way started.
  bool gap_ = false;
  bool missed_start_ = false;  // COR_PRF_MONITOR_GC was set, and no collection has begun since
  // New values of Collection::always and ever if the finished collection is reported again.
  EventMask always_since_;
  EventMask ever_since_;
  // These masks and the collection's masks before the last mask was requested. If several threads request
  // masks at once, only a refusal of the last one is undone.
  struct BeforeAsked {
    std::uint64_t line = kNoLine;  // of the SetEventMask call
    EventMask always;
    EventMask ever;
    EventMask always_since;
    EventMask ever_since;
    bool cut = false;
  };
  BeforeAsked before_asked_;
  // Classes of reported objects, objects named by HandleCreated, and all objects ever queued for
  // finalization.
  std::vector<ClassOf> classes_;
  std::vector<ClassOf> classes_later_;
  std::vector<HandledObject> handled_;
  std::vector<HandledObject> handled_later_;
  std::vector<ThrownObject> thrown_;  // by ExceptionThrown
  std::vector<ThrownObject> thrown_later_;
  std::vector<Unrooted> unrooted_;  // in the last collection
  std::vector<std::uint64_t> queued_;
  // Announced by ObjectAllocated since the last collection, under a mask that reports collections.
  std::unordered_set<std::uint64_t> allocated_;
};

}  // namespace gcrucible::rules
