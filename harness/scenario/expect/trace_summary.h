// The contents of a run's trace that expectations need.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/program/departure.h"
#include "harness/program/runtime_profile.h"
#include "harness/rules/collection/collection_model.h"
#include "harness/rules/collection/collection_report.h"
#include "harness/rules/decode/callback.h"
#include "harness/rules/decode/header.h"
#include "harness/rules/decode/info_method.h"
#include "harness/rules/decode/model_line.h"
#include "harness/rules/state/in_flight.h"
#include "harness/rules/state/masks.h"
#include "harness/scenario/expect/datum.h"
#include "harness/scenario/expect/expectations.h"
#include "harness/scenario/expect/profiler_actions.h"
#include "harness/trace/event.h"

namespace gcrucible::scenario {

using Heap = std::optional<rules::HeapPicture>;
// Null if the heap does not have the object, or is unknown.
const rules::HeapObject* find(const Heap& heap, std::uint32_t object);

// Consecutive calls of one callback.
struct CallRun {
  std::string name;
  std::uint64_t line = 0;  // of the first
  std::uint64_t count = 0;
};

// Begins with the model's `collection` line. Ends with the first line that is certainly after it.
struct ObservedCollection {
  std::uint64_t line = 0;
  // Number, line in the scenario, heaps without references, queued objects and cleared handles.
  rules::CollectionModel model;
  // Without RootReferences, FinalizeableObjectQueued and the handles that the profiler has created.
  // ObjectReferences only if the scenario expects any.
  rules::CollectionReport report;
  std::vector<CallRun> calls;
  // Of the first GarbageCollectionStarted.
  std::optional<std::vector<std::uint8_t>> started;
  std::uint64_t started_reason = 0;
  std::uint64_t started_line = 0;
  // As TraceSummary::away, at the beginning of the collection or later.
  std::string away;

  std::uint64_t calls_of(rules::Call call) const;
};

struct ObservedAnswer {
  std::int32_t hr = 0;
  Datum out;
  std::uint64_t line = 0;
  std::map<std::uint32_t, std::uint64_t>
      addresses;                          // of the objects that its expectation names, at that moment
  std::optional<std::size_t> collection;  // index of the collection in progress
};

// The profiler's first failure returned from a callback, in one collection or outside any.
struct ObservedFailure {
  rules::Call callback = rules::Call::kOther;
  std::int32_t hr = 0;
  std::uint64_t line = 0;                 // of the return
  std::optional<std::size_t> collection;  // index of the collection in progress
};

// A departure that changed nothing.
struct ObservedDeparture {
  std::uint32_t collection = 0;  // 0: of the run
  program::DepartureList list = program::DepartureList::kEdits;
  std::uint32_t index = 0;
  program::Unapplied why = program::Unapplied::kUnreported;
  std::uint64_t there = 0;
  std::uint64_t line = 0;  // of the trace
};

// Valid from that line until another mask is set.
struct ObservedMask {
  std::uint64_t line = 0;
  rules::EventMask mask;
};

struct TraceSummary {
  rules::Header header;  // with the mask at the return of Initialize
  std::vector<ObservedCollection> collections;
  std::vector<CallRun> calls;
  std::map<std::uint32_t, ObservedAnswer> answers;
  std::map<std::uint32_t, std::uint64_t> classes;  // ClassIDs by type
  // Lines of the trace by object; for bulk allocations, by the first object.
  std::map<std::uint32_t, std::uint64_t> allocated;
  std::vector<ObservedMask> later_masks;    // masks that the profiler set after Initialize
  std::optional<std::int32_t> initialized;  // the result of Initialize, and its line
  std::uint64_t initialized_line = 0;
  std::vector<ObservedFailure> failures;
  std::vector<ObservedDeparture> departures;
  bool ended = false;
  // Why no profiler receives anything, as a clause: "the profiler was detached by then (…)". Empty while a
  // profiler is loaded.
  std::string away;

  // Why a profiler with those masks and interfaces never receives the callback, in that collection or, if
  // null, in the whole run. Empty if it can.
  std::string why_unreported(const std::string& callback, const program::RuntimeProfile& runtime,
                             const ObservedCollection* collection) const;
  // The same for the first mask that suppresses the callback for a part of that time. Otherwise empty.
  std::string why_unreported_later(const std::string& callback, const program::RuntimeProfile& runtime,
                                   const ObservedCollection* collection) const;
  // Whether it requests the whole report of a collection.
  bool wants_reports() const;
  // "event mask 0x1", "event mask 0x0 and high 0x10".
  std::string mask_text() const;
  // The masks that were in force at any time in that collection or, if null, in the run. Empty if the trace
  // has none.
  std::vector<ObservedMask> masks(const ObservedCollection* collection) const;
  // The failure after which the runtime omits calls of `callback`, in that collection or, if null, in any.
  // Null if there is none.
  const ObservedFailure* unobservable(const std::string& callback,
                                      const ObservedCollection* collection) const;
};

// Takes the lines of a trace in order. One thread at a time.
class Gatherer {
 public:
  explicit Gatherer(const Expectations& expect);
  void on(const trace::Event& event);
  const TraceSummary& summary() const { return summary_; }
  const ProfilerActions& actions() const { return actions_; }

 private:
  // An Info call of the profiler that has not returned.
  struct Question {
    std::uint64_t line = 0;
    std::uint32_t thread = 0;
    rules::InfoMethod method = rules::kOtherInfo;
    rules::EventMask mask;  // that it sets
    bool loaded = false;    // entered after Initialize
    bool returned = false;
  };

  void model(const rules::ModelLine& line);
  void begin(const trace::Event& event);
  void allocated(const trace::Event& event);
  void part(const rules::ModelLine& line);
  void answer(const trace::Event& event);
  void callback(const trace::Event& event);
  void unapplied(const trace::Event& event);
  void attach(const trace::Event& event);
  bool in_unreported() const;
  std::optional<std::size_t> current() const;
  void came(std::uint64_t line);
  void initialized(const trace::Event& event);
  void asked_to_detach(std::uint64_t line);
  void asked(const trace::Event& event);
  void answered(const trace::Event& event, const Question& question);
  void returned(const trace::Event& event);
  void returned(const trace::Event& event, const rules::InFlight& call);
  ObservedCollection* of_number(const trace::Event& event);

  bool wants_references_ = false;
  std::map<std::uint32_t, std::set<std::uint32_t>> objects_of_answers_;
  std::set<std::uint32_t> named_;                  // all of these objects
  std::map<std::uint32_t, std::uint64_t> places_;  // their addresses at this moment
  TraceSummary summary_;
  bool open_ = false;    // callbacks belong to the last collection
  bool loaded_ = false;  // Initialize or InitializeForAttach has succeeded
  rules::CallsInFlight<rules::InFlight> open_calls_;
  rules::CallsInFlight<Question> questions_;
  std::set<std::uint64_t> own_handles_;  // that the profiler has created
  ProfilerActions actions_;
  rules::Callback callback_;
};

}  // namespace gcrucible::scenario
