#include "harness/scenario/expect/trace_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "harness/abi/enums.h"
#include "harness/abi/hresults.h"
#include "harness/rules/decode/decode.h"
#include "harness/rules/decode/rows.h"
#include "harness/trace/event_fields.h"

namespace gcrucible::scenario {
namespace {

using trace::Event;
using trace::EventKind;
using trace::find;
using trace::Value;

using rules::Call;
using rules::CallSet;
using rules::Fact;
using rules::InfoMethod;

constexpr CallSet kReported =
    rules::kRangeCalls | CallSet{Call::kRootReferences2, Call::kConditionalWeakTableElementReferences,
                                 Call::kObjectsAllocatedByClass, Call::kObjectReferences};

std::uint64_t number(const Event& event, std::string_view key) {
  return trace::number_in(event, key).value_or(0);
}

std::uint32_t small_number(const Event& event, std::string_view key) {
  return static_cast<std::uint32_t>(number(event, key));
}

// The mask that a call of SetEventMask requests, or that a query of it returns.
rules::EventMask mask_in(const Event& event) {
  const rules::Rows args(find(event, "args"));
  return {static_cast<std::uint32_t>(args.number(0)), static_cast<std::uint32_t>(args.number(1))};
}

void add_call(std::vector<CallRun>& calls, const Event& event) {
  if (!calls.empty() && calls.back().name == event.name) {
    ++calls.back().count;
  } else {
    calls.push_back({std::string(event.name), event.n, 1});
  }
}

// Callbacks of steps between collections. They show that the collection is over.
bool ends_collection(Call call, const ObservedCollection& collection) {
  constexpr CallSet kOutside{Call::kObjectAllocated, Call::kThreadCreated, Call::kThreadDestroyed,
                             Call::kThreadNameChanged, Call::kShutdown};
  if (kOutside.has(call)) return true;
  if (call != Call::kRuntimeSuspendStarted) return false;
  // An aborted suspension is tried again.
  return collection.calls_of(Call::kRuntimeSuspendStarted) >
             collection.calls_of(Call::kRuntimeSuspendAborted) ||
         collection.calls_of(Call::kGarbageCollectionFinished) > 0;
}

void objects_in(const ExpectedValue& value, std::set<std::uint32_t>& objects) {
  if (value.kind == ExpectedValue::Kind::kObject) objects.insert(static_cast<std::uint32_t>(value.number));
  for (const ExpectedValue& item : value.items) objects_in(item, objects);
}

}  // namespace

const rules::HeapObject* find(const Heap& heap, std::uint32_t object) {
  if (!heap) return nullptr;
  const auto found = std::ranges::find(heap->objects, object, &rules::HeapObject::object);
  return found == heap->objects.end() ? nullptr : &*found;
}

std::uint64_t ObservedCollection::calls_of(Call call) const {
  std::uint64_t count = 0;
  for (const CallRun& run : calls) {
    if (run.name == rules::name_of(call)) count += run.count;
  }
  return count;
}

Gatherer::Gatherer(const Expectations& expect) {
  for (const ExpectedCollection& each : expect.collections) {
    wants_references_ = wants_references_ || !each.references.empty();
  }
  for (const ExpectedAnswer& answer : expect.answers) {
    if (answer.out) objects_in(*answer.out, objects_of_answers_[answer.ask]);
  }
  for (const auto& [ask, objects] : objects_of_answers_) named_.insert(objects.begin(), objects.end());
}

void Gatherer::on(const Event& event) {
  switch (event.kind) {
    case EventKind::kHeader:
      summary_.header = rules::decode_header(event);
      if (summary_.header.attaches) summary_.away = "the profiler had not been attached yet";
      break;
    case EventKind::kModel:
      model({.fact = rules::fact_of(event.name), .event = &event});
      break;
    case EventKind::kCallback:
      callback(event);
      break;
    case EventKind::kEnd:
      summary_.ended = true;
      break;
    case EventKind::kReturn:
      returned(event);
      break;
    case EventKind::kInfo:
      asked(event);
      break;
    case EventKind::kProbe:
      break;
  }
}

ObservedCollection* Gatherer::of_number(const Event& event) {
  const std::uint32_t wanted = small_number(event, "collection");
  // The collection is one of the last. A search from the front would be quadratic in the number of
  // collections.
  const auto found =
      std::find_if(summary_.collections.rbegin(), summary_.collections.rend(),
                   [&](const ObservedCollection& each) { return each.model.number == wanted; });
  return found == summary_.collections.rend() ? nullptr : &*found;
}

void Gatherer::model(const rules::ModelLine& line) {
  const Event& event = *line.event;
  switch (line.fact) {
    case Fact::kCollection:
      return begin(event);
    case Fact::kBackground:
      open_ = false;
      return;
    case Fact::kAllocated:
      return allocated(event);
    case Fact::kType:
      summary_.classes[small_number(event, "type")] = number(event, "class");
      return;
    case Fact::kHeap:
    case Fact::kQueued:
    case Fact::kCleared:
      return part(line);
    case Fact::kAnswer:
      return answer(event);
    case Fact::kAttach:
      return attach(event);
    default:
      if (event.name == "unapplied") unapplied(event);
  }
}

void Gatherer::begin(const Event& event) {
  open_ = true;
  ObservedCollection& collection = summary_.collections.emplace_back();
  collection.line = event.n;
  collection.model = rules::decode_collection(event);
  collection.away = summary_.away;
}

void Gatherer::allocated(const Event& event) {
  open_ = false;
  const std::uint32_t object = small_number(event, "object");
  summary_.allocated.emplace(object, event.n);
  if (named_.contains(object)) places_[object] = number(event, "at");
}

void Gatherer::part(const rules::ModelLine& line) {
  ObservedCollection* const collection = of_number(*line.event);
  if (collection == nullptr) return;
  rules::CollectionModel& model = collection->model;
  model.take(line);
  if (line.fact != Fact::kHeap) return;
  rules::HeapPicture& heap = rules::is_after(*line.event) ? *model.after : *model.before;
  heap.references.reset();
  places_.clear();
  for (const rules::HeapObject& each : heap.objects) {
    if (named_.contains(each.object)) places_[each.object] = each.at;
  }
}

// An attach that is rejected because a profiler is loaded changes nothing.
void Gatherer::attach(const Event& event) {
  const auto hr = static_cast<std::int32_t>(small_number(event, "result"));
  if (hr >= 0 || loaded_) return;
  summary_.away =
      fmt::format("the attach was answered {} (line {} of the trace)", abi::hresult_text(hr), event.n);
  if (in_unreported()) summary_.collections.back().away = summary_.away;
}

// True during a collection that no profiler has received so far. Its heap is written when it ends.
bool Gatherer::in_unreported() const {
  return open_ && !summary_.collections.back().model.after && !summary_.collections.back().away.empty();
}

void Gatherer::came(std::uint64_t line) {
  loaded_ = true;
  summary_.away.clear();
  if (!in_unreported()) return;
  summary_.collections.back().away =
      fmt::format("the profiler was attached in the middle of it (line {} of the trace)", line);
}

void Gatherer::initialized(const Event& event) {
  summary_.initialized = event.hr;
  summary_.initialized_line = event.n;
  if (event.hr >= 0) return;
  summary_.away = fmt::format("the profiler's Initialize returned {} (line {} of the trace)",
                              abi::hresult_text(event.hr), event.n);
}

void Gatherer::asked_to_detach(std::uint64_t line) {
  loaded_ = false;
  summary_.away =
      fmt::format("the profiler was already detached (RequestProfilerDetach in line {} of the trace)", line);
  // Outside a callback, the detach only affects the next collection.
  if (open_ && !open_calls_.empty()) summary_.collections.back().away = summary_.away;
}

void Gatherer::answer(const Event& event) {
  ObservedAnswer observed;
  observed.line = event.n;
  observed.hr = static_cast<std::int32_t>(small_number(event, "hr"));
  if (const Value* out = find(event, "out")) observed.out = datum(*out);
  const std::uint32_t ask = small_number(event, "ask");
  for (const std::uint32_t object : objects_of_answers_[ask]) {
    if (const auto found = places_.find(object); found != places_.end())
      observed.addresses[object] = found->second;
  }
  observed.collection = current();
  const InfoMethod method = rules::info_method_of(trace::text_in(event, "method"));
  if (observed.hr >= 0 && method == InfoMethod::kRequestProfilerDetach) asked_to_detach(event.n);
  if (observed.hr >= 0 && rules::kMaskSetters.has(method) && find(event, "args") != nullptr)
    summary_.later_masks.push_back({event.n, mask_in(event)});
  summary_.answers.emplace(ask, std::move(observed));
}

void Gatherer::unapplied(const Event& event) {
  const auto place = [&](std::string_view key, const auto& words) -> std::optional<std::size_t> {
    const Value* const value = find(event, key);
    const auto found = std::ranges::find(words, value == nullptr ? std::string_view() : value->text);
    if (found == words.end()) return std::nullopt;
    return static_cast<std::size_t>(found - words.begin());
  };
  const auto list = place("list", program::kDepartureLists);
  const auto why = place("why", program::kUnappliedReasons);
  if (!list || !why) return;
  summary_.departures.push_back({small_number(event, "collection"),
                                 static_cast<program::DepartureList>(*list), small_number(event, "index"),
                                 static_cast<program::Unapplied>(*why), number(event, "there"), event.n});
}

std::optional<std::size_t> Gatherer::current() const {
  return open_ ? std::optional(summary_.collections.size() - 1) : std::nullopt;
}

void Gatherer::asked(const Event& event) {
  const InfoMethod method = rules::info_method_of(event.name);
  questions_.add({.line = event.n,
                  .thread = event.thread,
                  .method = method,
                  .mask = rules::kMaskSetters.has(method) ? mask_in(event) : rules::EventMask{},
                  .loaded = loaded_});
  if (method == InfoMethod::kDestroyHandle) own_handles_.erase(rules::Rows(find(event, "args")).number(0));
}

void Gatherer::answered(const Event& event, const Question& question) {
  if (event.hr < 0) return;
  if (question.loaded) actions_.add(question.method);
  if (question.loaded && rules::kMaskSetters.has(question.method))
    summary_.later_masks.push_back({event.n, question.mask});
  if (question.method == InfoMethod::kRequestProfilerDetach) asked_to_detach(event.link);
  if (question.method != InfoMethod::kCreateHandle) return;
  if (const std::uint64_t handle = rules::Rows(find(event, "out")).number(0); handle != 0)
    own_handles_.insert(handle);
}

void Gatherer::returned(const Event& event) {
  if (rules::InFlight* const call = open_calls_.find(event.link)) {
    returned(event, *call);
    open_calls_.end(*call);
  } else if (Question* const question = questions_.find(event.link)) {
    answered(event, *question);
    questions_.end(*question);
  }
}

void Gatherer::returned(const Event& event, const rules::InFlight& call) {
  if (call.call == Call::kInitialize) initialized(event);
  if (event.hr >= 0 && (call.call == Call::kInitialize || call.call == Call::kInitializeForAttach))
    came(call.line);
  const std::optional<std::size_t> collection = current();
  const bool seen = event.hr >= 0 || std::ranges::any_of(summary_.failures, [&](const ObservedFailure& each) {
                      return each.callback == call.call && each.collection == collection;
                    });
  if (!seen) summary_.failures.push_back({call.call, event.hr, event.n, collection});
}

void Gatherer::callback(const Event& event) {
  const Call call = rules::call_of(event.name);
  add_call(summary_.calls, event);
  open_calls_.add({.line = event.n, .call = call, .thread = event.thread});
  if (!open_) return;
  ObservedCollection& collection = summary_.collections.back();
  if (ends_collection(call, collection)) {
    open_ = false;
    return;
  }
  add_call(collection.calls, event);
  if (call == Call::kGarbageCollectionStarted && !collection.started) {
    rules::decode_callback(event, callback_);
    collection.started = callback_.generations;
    collection.started_reason = callback_.reason;
    collection.started_line = event.n;
  }
  if (kReported.has(call) && (call != Call::kObjectReferences || wants_references_)) {
    rules::decode_callback(event, callback_);
    std::erase_if(callback_.roots, [&](const rules::Root& root) {
      return root.kind == abi::COR_PRF_GC_ROOT_HANDLE && own_handles_.contains(root.id);
    });
    collection.report.add(callback_);
  }
}

}  // namespace gcrucible::scenario
