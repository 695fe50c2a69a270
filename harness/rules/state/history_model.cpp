// The data that the history takes from model lines.
#include <string>

#include "harness/rules/decode/decode.h"
#include "harness/rules/state/history.h"
#include "harness/trace/event_fields.h"

namespace gcrucible::rules {

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

void History::took_gap(const trace::Event& event) {
  const auto inside = trace::number_in(event, "inside");
  if (!inside) return;
  const auto hr = static_cast<std::uint32_t>(trace::number_in(event, "hr").value_or(0));
  own_calls_.gap(*inside,
                 {.what = std::string(trace::text_in(event, "what")), .hr = static_cast<std::int32_t>(hr)});
}

void History::took_collection(const trace::Event& event) {
  touch(event.n);
  collection_.model = under_way_;
  collection_.number = collection_.model->number;
  last_number_ = collection_.number;
}

void History::take(const ModelLine& line) {
  struct Row {
    FactSet facts;
    void (*take)(History& history, const ModelLine& line);
  };
  // These lines also count without a profiler. A gap may come in Initialize.
  static constexpr Row kAlways[] = {
      {{Fact::kFunctions}, [](History& h, const ModelLine& taken) { h.functions_.take(taken); }},
      {{Fact::kCalls}, [](History& h, const ModelLine& taken) { h.call_tree_.take(taken); }},
      {{Fact::kAttach}, [](History& h, const ModelLine&) { h.lifecycle_.answered(); }},
      {{Fact::kGap}, [](History& h, const ModelLine& taken) { h.took_gap(*taken.event); }},
      {{Fact::kCollection},
       [](History& h, const ModelLine& taken) { h.under_way_ = decode_collection(*taken.event); }}};
  static constexpr Row kWithProfiler[] = {
      {{Fact::kAsks}, [](History& h, const ModelLine& taken) { h.profiler_suspension_.take(taken); }},
      {{Fact::kType, Fact::kClass, Fact::kUnloading},
       [](History& h, const ModelLine& taken) { h.types_.take(taken); }},
      {{Fact::kAllocated}, [](History& h, const ModelLine& taken) { h.heap_answers_.take(taken); }},
      {{Fact::kCollection}, [](History& h, const ModelLine& taken) { h.took_collection(*taken.event); }},
      {{Fact::kPlan}, [](History& h, const ModelLine&) { h.collection_.unreported = !h.monitors_gc(); }},
      {{Fact::kHeap, Fact::kRoots, Fact::kHandles, Fact::kPlan, Fact::kQueued, Fact::kCleared, Fact::kAudit},
       [](History& h, const ModelLine& taken) { h.model(*taken.event).take(taken); }},
      {{Fact::kSchedule}, [](History& h, const ModelLine& taken) {
         const bool of_steps = trace::find(*taken.event, "together") != nullptr;
         if (!of_steps) h.model(*taken.event).take(taken);
       }}};
  // Without a profiler, all masks are empty.
  allocations_.take(line, lifecycle_.present() ? masks_ : Masks());
  for (const Row& row : kAlways) {
    if (row.facts.has(line.fact)) row.take(*this, line);
  }
  if (!lifecycle_.present()) return;
  for (const Row& row : kWithProfiler) {
    if (row.facts.has(line.fact)) row.take(*this, line);
  }
}

}  // namespace gcrucible::rules
