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
#include "harness/scenario/expect/expectations.h"
#include "harness/scenario/expect/handles_of_profiler.h"
#include "harness/scenario/expect/profiler_actions.h"
#include "harness/trace/event.h"

namespace gcrucible::scenario {

// A value of a trace that outlives its line. Tables are lists of lists.
struct Datum {
  enum class Kind : std::uint8_t { kNull, kFlag, kNumber, kText, kList };
  Kind kind = Kind::kNull;
  std::uint64_t number = 0;
  std::string text;
  std::vector<Datum> items;
};
Datum datum(const trace::Value& value);
// Readable form: addresses in hexadecimal, lists in brackets, long lists shortened.
std::string to_text(const Datum& value);
// Small numbers in decimal, others in hexadecimal.
std::string to_text(std::uint64_t number);

struct HeapObject {
  std::uint64_t at = 0;
  std::uint64_t size = 0;
  std::uint32_t generation = 0;
};
using HeapObjects = std::map<std::uint32_t, HeapObject>;

struct TraceRange {
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  std::uint64_t length = 0;
  std::uint64_t line = 0;  // of the trace
};

// Consecutive calls of one callback.
struct CallRun {
  std::string name;
  std::uint64_t line = 0;  // of the first
  std::uint64_t count = 0;
};

struct ObservedRoot {
  std::uint64_t object = 0;
  RootLook look;
};

struct ObservedCollection {
  std::uint32_t number = 0;
  std::uint32_t scenario_line = 0;
  std::uint64_t line = 0;
  std::optional<HeapObjects> before, after;
  // Exact ranges. Ranges of the legacy calls if there was no exact call of that family.
  std::vector<TraceRange> moved, surviving;
  std::vector<CallRun> calls;
  std::optional<std::vector<bool>> started;
  std::uint64_t started_reason = 0;
  std::uint64_t started_line = 0;
  std::vector<std::uint32_t> queued, cleared;
  std::map<std::uint64_t, std::vector<std::uint64_t>> references;  // only if the scenario expects any
  std::vector<ObservedRoot> roots;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> dependent;
  std::map<std::uint64_t, std::uint64_t> allocated_by_class;
  // As TraceSummary::away, at the beginning of the collection or later.
  std::string away;

  std::uint64_t calls_of(const std::string& name) const;
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
  std::string callback;
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
  std::uint64_t low = 0, high = 0;
};

struct TraceSummary {
  std::vector<ObservedCollection> collections;
  std::vector<CallRun> calls;
  std::map<std::uint32_t, ObservedAnswer> answers;
  std::map<std::uint32_t, std::uint64_t> classes;  // ClassIDs by type
  // Lines of the trace by object; for bulk allocations, by the first object.
  std::map<std::uint32_t, std::uint64_t> allocated;
  std::optional<std::uint64_t> mask_low, mask_high;  // at the return of Initialize
  std::vector<ObservedMask> later_masks;             // masks that the profiler set afterwards
  std::optional<std::uint64_t>
      callback_version;                     // the newest ICorProfilerCallbackN that the profiler answered
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
  void model(const trace::Event& event);
  void heap(const trace::Event& event);
  void answer(const trace::Event& event);
  void callback(const trace::Event& event);
  void unapplied(const trace::Event& event);
  void attach(const trace::Event& event);
  bool in_unreported() const;
  void came(std::uint64_t line);
  void initialized(const trace::Event& event);
  void asked_to_detach(std::uint64_t line);
  void returned(const trace::Event& event);
  void in_collection(const trace::Event& event, ObservedCollection& collection);
  ObservedCollection* of_number(const trace::Event& event);

  bool wants_references_ = false;
  std::map<std::uint32_t, std::set<std::uint32_t>> objects_of_answers_;
  TraceSummary summary_;
  bool open_ = false;  // callbacks belong to the last collection
  bool moved_exactly_ = false;
  bool survived_exactly_ = false;
  HeapObjects current_;
  struct OpenCall {
    std::uint64_t line;
    std::string name;
  };
  std::vector<OpenCall> open_calls_;   // as deep as callbacks nest, on all threads
  bool loaded_ = false;                // Initialize or InitializeForAttach has succeeded
  std::vector<ObservedMask> setting_;  // calls of SetEventMask in progress, by line
  HandlesOfProfiler own_handles_;
  ProfilerActions actions_;
  std::vector<std::uint64_t> detaching_;  // lines of calls of RequestProfilerDetach in progress
};

}  // namespace gcrucible::scenario
