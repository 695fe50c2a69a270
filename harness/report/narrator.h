// Prints a run while its trace is read: one block of text for each collection.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "harness/report/style.h"
#include "harness/report/text/callback_list.h"
#include "harness/report/text/interfaces_text.h"
#include "harness/report/text/names.h"
#include "harness/rules/evidence/reference_balance.h"
#include "harness/rules/judge/observer.h"
#include "harness/rules/probe/probe_tally.h"

namespace gcrucible::report {

// The profiler wrote into an array that a callback passed to it, or next to the array. The first time for
// each callback, array and place.
struct Scribble {
  std::string callback;
  std::string array;  // name of the parameter
  std::string where;  // inside, before, behind; kept: after the callback returned
  std::uint64_t line = 0;
  std::uint32_t thread = 0;
  std::int64_t index = 0;  // of the first changed entry; negative: before the array
  std::uint64_t was = 0;   // the entry as it was passed to the profiler
  std::uint64_t is = 0;
  std::uint64_t changed = 0;  // number of changed entries, of `entries`
  std::uint64_t entries = 0;
  std::uint64_t calls = 1;
};

// The profiler wrote into a simulated object.
struct Intrusion {
  std::uint32_t object = rules::kNoObject;
  std::uint64_t at = 0;  // the ObjectID
  std::string kind;      // one of: method table, length, reference, bytes (of other fields)
  std::string field;     // the reference's field; empty if it has no name
  std::uint64_t offset = 0;
  std::uint64_t was = 0;
  std::uint64_t is = 0;
  std::uint64_t after = 0;  // the trace lines between which it happened
  std::uint64_t until = 0;
  std::vector<std::string> callbacks;  // callbacks entered between them, each once
};

// The profiler called an Info method with an ObjectID that is invalid or stale; see docs/model-lines.md. The
// first time for each method, kind, object and collection. All places with unknown objects count as one.
struct StaleUse {
  std::string method;
  std::string kind;
  std::uint32_t object = rules::kNoObject;
  std::uint64_t line = 0;  // of the call
  std::uint64_t at = 0;
  std::uint64_t was = 0;
  std::uint64_t now = 0;
  bool lives = false;
  std::uint32_t collection = 0;
  std::uint32_t forgotten = 0;  // a collection no longer remembered, which makes the object unknown
  std::uint64_t calls = 1;
};

// The profiler changed state of the process.
struct ProcessChange {
  std::string what;
  std::string detail;      // a sentence
  std::uint64_t line = 0;  // of the callback; 0 if found at the end of the run
};

// An attach that was requested and refused.
struct RefusedAttach {
  std::int32_t hr = 0;
  std::uint64_t line = 0;
};

// Facts from the model lines of the run, for the summary.
struct Notes {
  std::vector<std::string> audit;  // findings of the second traversal, with their collection
  std::vector<std::pair<std::string, std::uint64_t>> unimplemented;  // Info methods, with number of calls
  // Callbacks that only passed on the failure of an unimplemented method, and how often. Not counted as
  // failures of the profiler.
  std::map<std::string, std::uint64_t> passed_on;
  // Methods and interfaces whose calls were stored without effect, because no code runs.
  std::vector<std::pair<std::string, std::uint64_t>> stored;
  // Of method bodies that a header leads out of memory: the first call with one, as words, and how many.
  std::string unreadable_body;
  std::uint64_t unreadable_bodies = 0;
  std::vector<rules::ReferenceBalance> references;
  std::vector<std::string> uncertain;  // threads or heaps whose order is uncertain
  std::uint32_t collections = 0;
  rules::ProbeTally probe;
  bool mask_known = false;
  rules::EventMask asked;  // every mask bit that was set at some callback after Initialize
  std::vector<Scribble> scribbles;
  std::vector<Intrusion> intrusions;
  std::vector<ProcessChange> process;  // the first of each kind
  std::vector<StaleUse> stale;
  std::vector<RefusedAttach> refused_attaches;
  CallbackInterfaces interfaces;
  // Why the library was not unloaded after a detach or a failed attach, as a clause.
  std::string kept_library;
  bool awaits_attach = false;  // the profiler should attach, and no attach has come
};

// Takes every event of a trace, and observes the judge. Passes text to `say` at the end of each collection.
class Narrator final : public rules::Observer {
 public:
  using Say = std::function<void(std::string_view)>;
  // If `pictures` is false, it only collects notes.
  Narrator(const Style& style, bool pictures, Say say);
  Narrator(const Narrator&) = delete;
  Narrator& operator=(const Narrator&) = delete;

  // Call before the judge takes the same event.
  void take(const trace::Event& event);
  void entered(const rules::Callback& callback, const rules::History& history) override;
  void closed(const rules::Collection& collection) override;
  // Call after the last event.
  void finish();

  const Names& names() const { return names_; }
  const Notes& notes() const { return notes_; }

 private:
  enum class Part : std::uint8_t { kBefore, kInside, kAfterwards };

  void take_entry(const trace::Event& event);
  void take_return(const trace::Event& event);
  CallbackList& list_of(Part part);
  void take_model(const trace::Event& event);
  void take_attach(const trace::Event& event);
  void take_answer(const trace::Event& event);
  void take_kept(const trace::Event& event);
  void take_unimplemented(const trace::Event& event);
  void take_stored(const trace::Event& event);
  void take_body(const trace::Event& event);
  void take_gap(const trace::Event& event);
  void take_audit(const trace::Event& event);
  void take_altered(const trace::Event& event);
  void take_allocated(const trace::Event& event);
  void take_heap(const trace::Event& event);
  void take_place(std::uint64_t object, std::uint64_t type, std::uint64_t at);
  void take_intruded(const trace::Event& event);
  void take_scribbled(const trace::Event& event);
  void take_stale(const trace::Event& event);
  std::string title_of(const rules::Collection& collection) const;
  std::string answers_text();
  std::string failures_text() const;
  std::string callbacks_text(const Places& places);

  Style style_;
  bool pictures_;
  Say say_;
  Names names_;
  Notes notes_;
  // Indices into notes_.
  std::map<std::tuple<std::string, std::string, std::string>, std::size_t> scribbles_;
  std::map<std::string, std::uint64_t, std::less<>> last_entry_;  // line, by callback
  std::map<std::tuple<std::string, std::string, std::uint32_t, std::uint32_t>, std::size_t> stale_;
  bool at_model_line_ = false;      // the current event is a model line
  std::uint32_t brackets_ = 0;      // open brackets of background collections
  Part last_part_ = Part::kBefore;  // list of the last callback
  CallbackList before_;             // since the last collection
  CallbackList inside_;
  CallbackList afterwards_;  // since this collection's end
  Places places_;            // verbose only: the last collection and later allocations
  std::map<std::uint64_t, std::string> open_calls_;
  rules::ProbeCount probe_count_;
  struct Gap {
    std::string text;  // "ModuleLoadFinished: E_NOTIMPL of GetCodeInfo2"
    std::int32_t hr = 0;
  };
  std::map<std::uint64_t, Gap> gaps_;                // the last gap in an open callback, by its line
  std::map<std::uint64_t, std::string> objects_at_;  // verbose only: named objects and their types
  std::vector<std::string> answers_;  // verbose only: answers to the scenario since the last collection
  std::map<std::pair<std::string, std::int32_t>, std::uint64_t> failures_;  // in the current collection
};

}  // namespace gcrucible::report
