// Tells a run as it is read from its trace: a block of text for each collection.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "harness/report/callback_list.h"
#include "harness/report/names.h"
#include "harness/report/style.h"
#include "harness/rules/judge.h"
#include "harness/rules/owed_references.h"

namespace gcrucible::report {

// The profiler wrote into an array that a callback lent it, or beside it: the first time for each callback,
// array and place.
struct Scribble {
  std::string callback;
  std::string array;  // name of the parameter
  std::string where;  // inside, before, behind; kept: when the callback had returned
  std::uint64_t line = 0;
  std::uint32_t thread = 0;
  std::int64_t index = 0;  // of the first entry that differs; negative before the array
  std::uint64_t was = 0;   // that entry as it was handed over
  std::uint64_t is = 0;
  std::uint64_t changed = 0;  // entries, of `entries`
  std::uint64_t entries = 0;
  std::uint64_t calls = 1;
};

// The profiler wrote into a simulated object.
struct Intrusion {
  std::uint32_t object = rules::kNoObject;
  std::uint64_t at = 0;  // the ObjectID
  std::string kind;      // method table, length, reference, bytes (of other fields)
  std::string field;     // of a reference; empty if it has no name
  std::uint64_t offset = 0;
  std::uint64_t was = 0;
  std::uint64_t is = 0;
  std::uint64_t after = 0;  // lines between which it happened
  std::uint64_t until = 0;
  std::vector<std::string> callbacks;  // entered between them, each once
};

// An Info method got an ObjectID from the profiler that is none, or none any more: docs/model-lines.md. The
// first time for each method, kind, object and collection; places whose object is not known count as one.
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
  std::uint32_t forgotten = 0;  // a collection that is not remembered and hides whose place it was
  std::uint64_t calls = 1;
};

// The profiler has changed what belongs to the process.
struct ProcessChange {
  std::string what;
  std::string detail;      // a sentence
  std::uint64_t line = 0;  // of the callback; 0 where it was found at the end
};

// An attach that somebody asked for and that was refused.
struct RefusedAttach {
  std::int32_t hr = 0;
  std::uint64_t line = 0;
};

// What the run said about itself in model lines, for the summary.
struct Notes {
  std::vector<std::string> audit;  // findings of the second traversal, with their collection
  std::vector<std::pair<std::string, std::uint64_t>> unimplemented;  // Info methods and calls
  // Callbacks that returned the failure of one of those, and how often: set aside, since it is not theirs.
  std::map<std::string, std::uint64_t> passed_on;
  // Methods and interfaces whose calls were kept and have no effect, since no code runs.
  std::vector<std::pair<std::string, std::uint64_t>> stored;
  // Of method bodies that a header leads out of memory: the first call with one, as words, and how many.
  std::string unreadable_body;
  std::uint64_t unreadable_bodies = 0;
  std::vector<rules::OwedReferences> references;
  std::vector<std::string> uncertain;  // whose turns
  std::uint32_t collections = 0;
  bool mask_known = false;
  rules::EventMask asked;  // every bit of the event mask that was set at some callback behind Initialize
  std::vector<Scribble> scribbles;
  std::vector<Intrusion> intrusions;
  std::vector<ProcessChange> process;  // the first of each kind
  std::vector<StaleUse> stale;
  std::vector<RefusedAttach> refused_attaches;
  // Its library was not unloaded when it had detached, or an attach had failed: why, as a clause.
  std::string kept_library;
  bool awaits_attach = false;  // the profiler comes with an attach, and none has come
};

// Give it every event of a trace, and the judge as its observer. Text goes to `say` as soon as a collection
// is over.
class Narrator final : public rules::Observer {
 public:
  using Say = std::function<void(std::string_view)>;
  // With `pictures` false it only takes notes.
  Narrator(const Style& style, bool pictures, Say say);
  Narrator(const Narrator&) = delete;
  Narrator& operator=(const Narrator&) = delete;

  // Before the judge takes the same event.
  void take(const trace::Event& event);
  void entered(const rules::Callback& callback, const rules::History& history) override;
  void closed(const rules::Collection& collection) override;
  // After the last event.
  void finish();

  const Names& names() const { return names_; }
  const Notes& notes() const { return notes_; }

 private:
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
  // Places in notes_.
  std::map<std::tuple<std::string, std::string, std::string>, std::size_t> scribbles_;
  std::map<std::string, std::uint64_t, std::less<>> last_entry_;  // line, by callback
  std::map<std::tuple<std::string, std::string, std::uint32_t, std::uint32_t>, std::size_t> stale_;
  bool at_model_line_ = false;  // the event under way is the model's
  std::uint32_t brackets_ = 0;  // of background collections that have been told to begin
  CallbackList before_;         // since the last collection
  CallbackList inside_;
  CallbackList afterwards_;  // since this collection's end
  Places places_;            // verbose only: of the last collection, and what was allocated since
  std::map<std::uint64_t, std::string> open_calls_;
  struct Gap {
    std::string text;  // "ModuleLoadFinished: E_NOTIMPL of GetCodeInfo2"
    std::int32_t hr = 0;
  };
  std::map<std::uint64_t, Gap> gaps_;  // the last one in a callback that is under way, by its line
  std::map<std::uint64_t, std::string> objects_at_;  // verbose only: objects with names, and their types
  std::vector<std::string> answers_;  // verbose only: to the scenario's questions, since the last collection
  std::map<std::pair<std::string, std::int32_t>, std::uint64_t> failures_;  // of the collection under way
};

}  // namespace gcrucible::report
