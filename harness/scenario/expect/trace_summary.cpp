#include "harness/scenario/expect/trace_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "harness/abi/hresults.h"
#include "harness/trace/event_fields.h"

namespace gcrucible::scenario {
namespace {

using trace::Event;
using trace::EventKind;
using trace::find;
using trace::Value;

constexpr std::size_t kMostOpenCalls = 4096;
constexpr std::string_view kDetach = "RequestProfilerDetach";
constexpr std::string_view kSetMask = "SetEventMask";

std::uint64_t number(const Event& event, std::string_view key) {
  const Value* const value = find(event, key);
  return value == nullptr ? 0 : value->number;
}

std::uint32_t small_number(const Event& event, std::string_view key) {
  return static_cast<std::uint32_t>(number(event, key));
}

// The mask that a call of SetEventMask requests, or that a query of it returns.
ObservedMask mask_in(const Event& event) {
  ObservedMask mask{.line = event.n};
  const Value* const args = find(event, "args");
  if (args == nullptr || args->kind != Value::Kind::kList) return mask;
  if (!args->list.empty()) mask.low = args->list[0].number;
  if (args->list.size() > 1) mask.high = args->list[1].number;
  return mask;
}

// Rows of a table, or of a list of lists or numbers.
std::vector<std::vector<std::uint64_t>> rows(const Event& event, std::string_view key) {
  std::vector<std::vector<std::uint64_t>> result;
  const Value* const value = find(event, key);
  if (value == nullptr) return result;
  const Datum list = datum(*value);
  for (const Datum& item : list.items) {
    std::vector<std::uint64_t> row;
    if (item.kind == Datum::Kind::kList) {
      for (const Datum& cell : item.items) row.push_back(cell.number);
    } else {
      row.push_back(item.number);
    }
    result.push_back(std::move(row));
  }
  return result;
}

void add_call(std::vector<CallRun>& calls, const Event& event) {
  if (!calls.empty() && calls.back().name == event.name) {
    ++calls.back().count;
  } else {
    calls.push_back({std::string(event.name), event.n, 1});
  }
}

// Callbacks of steps between collections. They show that the collection is over.
bool ends_collection(const Event& event, const ObservedCollection& collection) {
  static constexpr std::array<std::string_view, 5> kOutside = {
      "ObjectAllocated", "ThreadCreated", "ThreadDestroyed", "ThreadNameChanged", "Shutdown"};
  if (std::ranges::find(kOutside, event.name) != kOutside.end()) return true;
  if (event.name != "RuntimeSuspendStarted") return false;
  // An aborted suspension is tried again.
  return collection.calls_of("RuntimeSuspendStarted") > collection.calls_of("RuntimeSuspendAborted") ||
         collection.calls_of("GarbageCollectionFinished") > 0;
}

void objects_in(const ExpectedValue& value, std::set<std::uint32_t>& objects) {
  if (value.kind == ExpectedValue::Kind::kObject) objects.insert(static_cast<std::uint32_t>(value.number));
  for (const ExpectedValue& item : value.items) objects_in(item, objects);
}

}  // namespace

Datum datum(const Value& value) {
  Datum result;
  switch (value.kind) {
    case Value::Kind::kNull:
      break;
    case Value::Kind::kBool:
      result.kind = Datum::Kind::kFlag;
      result.number = value.number;
      break;
    case Value::Kind::kNumber:
    case Value::Kind::kSigned:
    case Value::Kind::kId:
      result.kind = Datum::Kind::kNumber;
      result.number = value.number;
      break;
    case Value::Kind::kText:
      result.kind = Datum::Kind::kText;
      result.text = value.text;
      break;
    case Value::Kind::kText16:
      // Not used for lines read from a file, because their texts are UTF-8. Names from a live sink are
      // compared as ASCII.
      result.kind = Datum::Kind::kText;
      for (const char16_t unit : value.text16)
        result.text.push_back(unit < 0x80 ? static_cast<char>(unit) : '?');
      break;
    case Value::Kind::kTable:
      result.kind = Datum::Kind::kList;
      for (std::uint64_t row = 0; row < value.table.rows; ++row) {
        Datum cells;
        cells.kind = Datum::Kind::kList;
        for (std::size_t i = 0; i < value.table.width; ++i) {
          const trace::Column& column = value.table.columns[i];
          const bool flags = column.type == trace::Column::Type::kBool32;
          const std::uint64_t cell = column.data == nullptr ? 0 : column.at(row);
          cells.items.push_back({flags ? Datum::Kind::kFlag : Datum::Kind::kNumber, cell, {}, {}});
        }
        if (value.table.width == 1) cells = Datum(cells.items.front());
        result.items.push_back(std::move(cells));
      }
      break;
    case Value::Kind::kList:
      result.kind = Datum::Kind::kList;
      for (const Value& item : value.list) result.items.push_back(datum(item));
      break;
  }
  return result;
}

Gatherer::Gatherer(const Expectations& expect) {
  for (const ExpectedCollection& each : expect.collections) {
    wants_references_ = wants_references_ || !each.references.empty();
  }
  for (const ExpectedAnswer& answer : expect.answers) {
    if (answer.out) objects_in(*answer.out, objects_of_answers_[answer.ask]);
  }
}

void Gatherer::on(const Event& event) {
  switch (event.kind) {
    case EventKind::kHeader: {
      const auto mask = rows(event, "event_mask");
      if (mask.size() == 2) {
        summary_.mask_low = mask[0].front();
        summary_.mask_high = mask[1].front();
      }
      if (find(event, "callback_version") != nullptr)
        summary_.callback_version = number(event, "callback_version");
      if (find(event, "load") != nullptr) summary_.away = "the profiler had not been attached yet";
      break;
    }
    case EventKind::kModel:
      model(event);
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
      if (event.name == kDetach) detaching_.push_back(event.n);
      own_handles_.asked(event);
      if (loaded_) actions_.asked(event);
      if (loaded_ && event.name.starts_with(kSetMask)) setting_.push_back(mask_in(event));
      break;
    case EventKind::kProbe:
      break;
  }
}

ObservedCollection* Gatherer::of_number(const Event& event) {
  const std::uint32_t wanted = small_number(event, "collection");
  // The collection is one of the last. A search from the front would be quadratic in the number of
  // collections.
  const auto found = std::find_if(summary_.collections.rbegin(), summary_.collections.rend(),
                                  [&](const ObservedCollection& each) { return each.number == wanted; });
  return found == summary_.collections.rend() ? nullptr : &*found;
}

void Gatherer::model(const Event& event) {
  if (event.name == "collection") {
    open_ = true;
    moved_exactly_ = survived_exactly_ = false;
    summary_.collections.emplace_back();
    summary_.collections.back().number = small_number(event, "collection");
    summary_.collections.back().scenario_line = small_number(event, "line");
    summary_.collections.back().line = event.n;
    summary_.collections.back().away = summary_.away;
  } else if (event.name == "background") {
    open_ = false;
  } else if (event.name == "allocated") {
    open_ = false;
    summary_.allocated.emplace(small_number(event, "object"), event.n);
    current_[small_number(event, "object")] = {number(event, "at"), number(event, "size"),
                                               small_number(event, "generation")};
  } else if (event.name == "type") {
    summary_.classes[small_number(event, "type")] = number(event, "class");
  } else if (event.name == "heap") {
    heap(event);
  } else if (event.name == "queued" || event.name == "cleared") {
    ObservedCollection* const collection = of_number(event);
    if (collection == nullptr) return;
    const bool queued = event.name == "queued";
    for (const auto& row : rows(event, queued ? "objects" : "handles")) {
      (queued ? collection->queued : collection->cleared).push_back(static_cast<std::uint32_t>(row.front()));
    }
  } else if (event.name == "answer") {
    answer(event);
  } else if (event.name == "unapplied") {
    unapplied(event);
  } else if (event.name == "attach") {
    attach(event);
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
  return open_ && !summary_.collections.back().after && !summary_.collections.back().away.empty();
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
      fmt::format("the profiler was already detached ({} in line {} of the trace)", kDetach, line);
  // Outside a callback, the detach only affects the next collection.
  if (open_ && !open_calls_.empty()) summary_.collections.back().away = summary_.away;
}

void Gatherer::heap(const Event& event) {
  HeapObjects objects;
  for (const auto& row : rows(event, "objects")) {
    if (row.size() < 4) continue;
    objects[static_cast<std::uint32_t>(row[0])] = {row[1], row[2], static_cast<std::uint32_t>(row[3])};
  }
  ObservedCollection* const collection = of_number(event);
  if (collection == nullptr) return;
  const Value* const when = find(event, "when");
  const bool before = when != nullptr && when->text == "before";
  current_ = objects;
  (before ? collection->before : collection->after) = std::move(objects);
}

void Gatherer::answer(const Event& event) {
  ObservedAnswer observed;
  observed.line = event.n;
  observed.hr = static_cast<std::int32_t>(small_number(event, "hr"));
  if (const Value* out = find(event, "out")) observed.out = datum(*out);
  const std::uint32_t ask = small_number(event, "ask");
  for (const std::uint32_t object : objects_of_answers_[ask]) {
    const auto found = current_.find(object);
    if (found != current_.end()) observed.addresses[object] = found->second.at;
  }
  if (open_) observed.collection = summary_.collections.size() - 1;
  if (const Value* method = find(event, "method");
      method != nullptr && method->text == kDetach && observed.hr >= 0)
    asked_to_detach(event.n);
  if (const Value* method = find(event, "method"); method != nullptr && method->text.starts_with(kSetMask) &&
                                                   observed.hr >= 0 && find(event, "args") != nullptr)
    summary_.later_masks.push_back(mask_in(event));
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

void Gatherer::returned(const Event& event) {
  const auto call = std::ranges::find(open_calls_, event.link, &OpenCall::line);
  if (call == open_calls_.end()) {  // return of an Info call
    const auto mask = std::ranges::find(setting_, event.link, &ObservedMask::line);
    if (mask != setting_.end()) {
      if (event.hr >= 0) summary_.later_masks.push_back({event.n, mask->low, mask->high});
      setting_.erase(mask);
    }
    if (std::erase(detaching_, event.link) != 0 && event.hr >= 0) asked_to_detach(event.link);
    own_handles_.returned(event);
    actions_.returned(event);
    return;
  }
  if (call->name == "Initialize") initialized(event);
  if (event.hr >= 0 && (call->name == "Initialize" || call->name == "InitializeForAttach")) came(call->line);
  std::optional<std::size_t> collection;
  if (open_) collection = summary_.collections.size() - 1;
  const bool seen = event.hr >= 0 || std::ranges::any_of(summary_.failures, [&](const ObservedFailure& each) {
                      return each.callback == call->name && each.collection == collection;
                    });
  if (!seen) summary_.failures.push_back({call->name, event.hr, event.n, collection});
  open_calls_.erase(call);
}

void Gatherer::callback(const Event& event) {
  add_call(summary_.calls, event);
  // A damaged trace may have no returns.
  if (open_calls_.size() < kMostOpenCalls) open_calls_.push_back({event.n, std::string(event.name)});
  if (!open_) return;
  ObservedCollection& collection = summary_.collections.back();
  if (ends_collection(event, collection)) {
    open_ = false;
    return;
  }
  add_call(collection.calls, event);
  in_collection(event, collection);
}

void Gatherer::in_collection(const Event& event, ObservedCollection& collection) {
  const auto ranges = [&](std::vector<TraceRange>& into, bool exact, bool& seen_exact) {
    if (exact && !seen_exact) into.clear();
    if (!exact && seen_exact) return;
    seen_exact = exact;
    for (const auto& row : rows(event, "ranges")) {
      if (row.size() == 3) into.push_back({row[0], row[1], row[2], event.n});
      if (row.size() == 2) into.push_back({row[0], row[0], row[1], event.n});
    }
  };
  if (event.name == "MovedReferences2" || event.name == "MovedReferences") {
    ranges(collection.moved, event.name == "MovedReferences2", moved_exactly_);
  } else if (event.name == "SurvivingReferences2" || event.name == "SurvivingReferences") {
    ranges(collection.surviving, event.name == "SurvivingReferences2", survived_exactly_);
  } else if (event.name == "GarbageCollectionStarted" && !collection.started) {
    collection.started.emplace();
    for (const auto& row : rows(event, "generations")) collection.started->push_back(row.front() != 0);
    collection.started_reason = number(event, "reason");
    collection.started_line = event.n;
  } else if (event.name == "RootReferences2") {
    for (const auto& row : rows(event, "roots")) {
      if (row.size() < 3 || own_handles_.report(row)) continue;
      collection.roots.push_back(
          {row[0], {static_cast<std::uint32_t>(row[1]), static_cast<std::uint32_t>(row[2])}});
    }
  } else if (event.name == "ConditionalWeakTableElementReferences") {
    for (const auto& row : rows(event, "elements")) {
      if (row.size() >= 2) collection.dependent.emplace_back(row[0], row[1]);
    }
  } else if (event.name == "ObjectsAllocatedByClass") {
    for (const auto& row : rows(event, "classes")) {
      if (row.size() >= 2) collection.allocated_by_class[row[0]] += row[1];
    }
  } else if (event.name == "ObjectReferences" && wants_references_) {
    std::vector<std::uint64_t>& references = collection.references[number(event, "object")];
    for (const auto& row : rows(event, "refs")) references.push_back(row.front());
  }
}

}  // namespace gcrucible::scenario
