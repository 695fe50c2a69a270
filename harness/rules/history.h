// The history that a trace tells, followed line by line. Keeps the collection under way, the objects known to
// live, the calls under way, and the state of masks, suspension and handles; nothing of what is past. What a
// rule needs to remember beyond that is a class of its own, which the history only holds and feeds.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "harness/rules/allocations.h"
#include "harness/rules/background_brackets.h"
#include "harness/rules/buffer_answers.h"
#include "harness/rules/callback.h"
#include "harness/rules/collection.h"
#include "harness/rules/enumerations.h"
#include "harness/rules/exceptions.h"
#include "harness/rules/functions.h"
#include "harness/rules/handles.h"
#include "harness/rules/header.h"
#include "harness/rules/heap_answers.h"
#include "harness/rules/in_flight.h"
#include "harness/rules/info_event.h"
#include "harness/rules/lifecycle.h"
#include "harness/rules/loads.h"
#include "harness/rules/masks.h"
#include "harness/rules/model_line.h"
#include "harness/rules/overlaps.h"
#include "harness/rules/own_calls.h"
#include "harness/rules/probes.h"
#include "harness/rules/profiler_handles.h"
#include "harness/rules/profiler_suspension.h"
#include "harness/rules/report_order.h"
#include "harness/rules/suspension.h"
#include "harness/rules/threads.h"
#include "harness/rules/types.h"

namespace gcrucible::rules {

// The judge drives it; checkers see it as it is before the line in question. One thread.
class History {
 public:
  const Header& header() const { return header_; }
  const Masks& masks() const { return masks_; }
  const Lifecycle& lifecycle() const { return lifecycle_; }
  const Suspension& suspension() const { return suspension_; }
  const Threads& threads() const { return threads_; }
  const BackgroundBrackets& background() const { return background_; }
  const Allocations& allocations() const { return allocations_; }
  const ReportOrder& report_order() const { return report_order_; }
  const Loads& loads() const { return loads_; }
  const Exceptions& exceptions() const { return exceptions_; }
  const Types& types() const { return types_; }
  const HeapAnswers& heap_answers() const { return heap_answers_; }
  const BufferAnswers& buffer_answers() const { return buffer_answers_; }
  const Overlaps& overlaps() const { return overlaps_; }
  const ProfilerSuspension& profiler_suspension() const { return profiler_suspension_; }
  const Functions& functions() const { return functions_; }
  const Enumerations& enumerations() const { return enumerations_; }
  const ProfilerHandles& profiler_handles() const { return profiler_handles_; }
  const OwnCalls& own_calls() const { return own_calls_; }
  const Probes& probes() const { return probes_; }
  // Of the answer before Shutdown, once all collections are closed.
  ProbeVerdict probe_at_end() const;
  // The collection under way, or the last one, which late reports still belong to.
  const Collection& collection() const { return collection_; }
  // Starts less finishes over all collections, not below zero.
  std::uint32_t open_brackets() const { return open_brackets_; }
  // Between the two as far as a profiler can tell: the runtime has not gone on since the last Started, as it
  // does where it has left out a Finished.
  bool inside_bracket() const { return inside_bracket_; }
  // MONITOR_GC is set, so that collections are blocking and told in full.
  bool monitors_gc() const;
  // The same of all the time in which the collection was made and told, as far as the trace shows; the mask
  // may have changed since.
  static bool monitors_gc(const Collection& collection);
  // All of these flags of the low word have been set since Initialize, in a process that began with the
  // profiler.
  bool told_from_start(std::uint32_t flags) const { return !attached_ && (from_start_.low & flags) == flags; }
  // Of collections at least the brackets have been told since then.
  bool brackets_from_start() const;
  // How many collections have started.
  std::uint32_t collections() const { return collections_; }
  // HIGH_BASIC_GC without MONITOR_GC: only brackets are told, and background collections go on.
  bool basic_gc_only() const;
  // The profiler attached to a running process, or has set COR_PRF_MONITOR_GC in one, and has seen no Started
  // yet: what comes may be the tail of a collection whose start it missed.
  bool may_be_orphans() const;
  bool shut_down() const { return shut_down_; }
  // A collection has started in the suspension under way, which is for the end of the process and never
  // resumed.
  bool collected_in_shutdown_pause() const;
  bool attached() const { return attached_; }
  // Whether the profiler has ICorProfilerCallback4, as far as the trace shows.
  bool has_exact_calls() const { return exact_seen_; }
  // Callbacks that have not returned, of every kind.
  const CallsInFlight<InFlight>& in_flight() const { return in_flight_; }
  // Info calls that have not returned. Answers to questions of a scenario are never among them.
  const CallsInFlight<OpenInfo>& open_infos() const { return open_infos_; }
  // A handle callback that the profiler causes itself, by CreateHandle or DestroyHandle: it comes wherever it
  // calls them. Questions of a scenario, which have no entry, are asked inside callbacks.
  bool is_own_handle(const Callback& callback) const;
  // A load callback that the profiler causes itself, by an Info call or a question inside a callback.
  bool is_own_load(const Callback& callback) const;
  // What ObjectReferences told in the last collection, ascending by address; empty from Started to Finished.
  std::span<const KnownObject> told() const { return told_; }
  // Announced in this order since the last collection started, up to its close those before it.
  std::span<const KnownObject> announced() const { return std::span(live_).subspan(left_); }
  // What the last collection left, ascending by address; still that while Started runs, empty where unknown.
  std::span<const KnownObject> left() const { return std::span(live_).first(left_); }
  // The object that was announced last, if no collection has begun since.
  const KnownObject* last_announced() const {
    const std::span<const KnownObject> since = begun() ? std::span(live_later_) : announced();
    return since.empty() ? nullptr : &since.back();
  }
  const Handles& handles() const { return handles_; }
  // Told by ObjectAllocated since the last collection.
  bool just_allocated(std::uint64_t object) const { return allocated_.contains(object); }

  void take(const Header& header);
  // Whether `callback` opens or announces a later collection than collection().
  bool ends_collection(const Callback& callback) const;
  // The runtime may go on with a full collection where one of generation 1 did not free enough.
  void permit_provisional(bool permitted) { permits_provisional_ = permitted; }
  // Whether `callback` is of such a report, or the model's line tells of one.
  bool begins_provisional(const Callback& callback) const;
  bool begins_provisional(const ModelLine& line) const;
  // Whether the collection has been told, from Started to Finished, and the runtime stands still behind it.
  bool is_told_and_paused() const;
  // The next collection is one, and begins here.
  void go_on(std::uint64_t line);
  void take(const Callback& callback);
  // `returned` as decoded, completed by what its entry said.
  Return matched(Return returned) const;
  void take(const Return& returned);  // a matched one
  void open(OpenInfo info);
  // The return of the Info call, or an answer. The call is among open_infos() until all have seen it.
  void take(const InfoEvent& info);
  void take(const ModelLine& line);
  // True where the event is a question to the profiler's probe, or the return of one.
  bool take_probe(const trace::Event& event) { return probes_.take(event); }

  bool has_collection() const { return !collection_.empty(); }
  // Closes collection() and hands it over; the next one is empty.
  Collection close_collection();

 private:
  // What is allocated from now on is not collected by collection() any more.
  bool begun() const;
  void touch(std::uint64_t line);
  // Whether what is allocated now may go untold.
  void watch_allocations(const Callback& callback);
  // The objects of ObjectReferences, ascending.
  std::vector<KnownObject> reported() const;
  // What collection_ left in the heap, ascending.
  std::vector<KnownObject> survivors() const;
  std::uint32_t add_batch(const Callback& callback, std::vector<BatchCall>& calls, std::size_t first,
                          std::size_t count);
  std::uint32_t add_report(const Callback& callback);
  void ask(const OpenInfo& info);
  // Collections may have started and finished untold, and go on.
  void lose_brackets();
  // Flags that must be seen as set: none of a profiler that is not there.
  EventMask owed() const { return lifecycle_.present() ? masks_.required() : EventMask{}; }
  // The mask, or whether there is a profiler, may be another from here on.
  void follow_masks();
  // What a mask that is asked for would change, kept until the answer; a refusal has changed nothing.
  void ask_for(EventMask mask, bool one_word, std::uint64_t line);
  void refused(std::uint64_t line);
  // The collection is told of once more, under what has been the mask since it seemed to be over.
  void resume_telling();
  void walked(const InfoEvent& info);
  // What GetGenerationBounds answered.
  void bounds(const InfoEvent& info, std::span<const HeapRange> ranges);
  Probes::Circumstances circumstances() const;
  bool has_first_version() const { return header_.callback_version.value_or(2) < 2; }
  // Gives collection() what was told before it, and keeps what the next one needs.
  void hand_over();
  // What the callback ends, or begins, has an id that was another one's or may be.
  void follow_ends(const Callback& callback);
  // Lives of ids that these flags of the low word tell, once they were not told for some time.
  void forget_ids(std::uint32_t flags);
  void hand_over_finalizers();
  // What addresses stand for, once collections may have come and gone that nobody was told of.
  void forget_addresses();
  // The model's part of collection(), made if it has none.
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
  BufferAnswers buffer_answers_;
  Overlaps overlaps_;
  ProfilerSuspension profiler_suspension_;
  Functions functions_;
  Enumerations enumerations_;
  ProfilerHandles profiler_handles_;
  OwnCalls own_calls_;
  Handles handles_;
  Probes probes_;
  bool permits_provisional_ = false;
  Collection collection_;
  std::optional<CollectionModel> under_way_;  // as its first line has it, whoever was there to be told
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
  // Known to be in the heap: when the collection under way started, and allocated since. A collection stays
  // open for late reports after its Finished, so that the two differ. The first `left_` of live_ are what the
  // last collection left, ascending; the rest was announced.
  std::vector<KnownObject> live_;
  std::size_t left_ = 0;
  bool left_known_ = false;  // those are all
  GenerationMap left_bounds_;
  std::vector<FinalizerOf> finalizers_;
  std::vector<KnownObject> live_later_;
  std::vector<KnownObject> told_;
  // There was a time when allocations were not announced: before the collection under way started, and since.
  bool untold_ = false;
  bool untold_later_ = false;
  // COR_PRF_MONITOR_GC was set or cleared since the collection under way started.
  bool gap_ = false;
  bool missed_start_ = false;  // it was set, and nothing has come that begins a collection
  // What Collection::always and ever become if the one that has finished is told of once more.
  EventMask always_since_;
  EventMask ever_since_;
  // As those and the collection's were when the last mask was asked for. Where several threads ask at once
  // only a refusal of the last one is taken back.
  struct BeforeAsked {
    std::uint64_t line = kNoLine;  // of the call
    EventMask always;
    EventMask ever;
    EventMask always_since;
    EventMask ever_since;
    bool cut = false;
  };
  BeforeAsked before_asked_;
  // The classes that objects were told with, what HandleCreated named, and what was ever queued for
  // its finalizer.
  std::vector<ClassOf> classes_;
  std::vector<ClassOf> classes_later_;
  std::vector<HandledObject> handled_;
  std::vector<HandledObject> handled_later_;
  std::vector<Unrooted> unrooted_;  // in the last collection
  std::vector<std::uint64_t> queued_;
  // Announced by ObjectAllocated since the last collection, under a mask that tells of collections.
  std::unordered_set<std::uint64_t> allocated_;
};

}  // namespace gcrucible::rules
