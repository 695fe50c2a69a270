// Rules about enumerations: of an object's references, of the heap, and of objects outside the heap.
#include <algorithm>
#include <iterator>
#include <numeric>
#include <span>
#include <vector>

#include "harness/abi/enums.h"
#include "harness/abi/hresults.h"
#include "harness/abi/monitor_flags.h"
#include "harness/rules/evidence/call_place.h"
#include "harness/rules/evidence/observed_object.h"
#include "harness/rules/evidence/reachable_set.h"
#include "harness/rules/evidence/visits.h"
#include "harness/rules/judge/checker.h"
#include "harness/trace/event_fields.h"

namespace gcrucible::rules {
namespace {

// The trace records the function pointer as true, or null.
bool null_callback(const InfoEvent& info, std::size_t place) {
  return place < info.args.size() && info.args[place].kind == trace::Value::Kind::kNull;
}

void references_on_demand(const Collection& collection, const History&, Ruling& ruling) {
  if (collection.walked.empty() || collection.objects.empty() || collection.references_stopped) return;
  std::vector<std::uint32_t> order(collection.objects.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return collection.objects[a].object < collection.objects[b].object;
  });
  for (const WalkedObject& walk : collection.walked) {
    const auto found = std::lower_bound(
        order.begin(), order.end(), walk.object,
        [&](std::uint32_t i, std::uint64_t at) { return collection.objects[i].object < at; });
    if (found == order.end() || collection.objects[*found].object != walk.object) continue;
    const ObjectReport& report = collection.objects[*found];
    const auto first = collection.references.begin() + static_cast<std::ptrdiff_t>(report.first);
    std::vector<std::uint64_t> reported(first, first + report.count);
    std::vector<std::uint64_t> visited = walk.visited;
    std::sort(reported.begin(), reported.end());
    std::sort(visited.begin(), visited.end());
    const bool fits = walk.stopped
                          ? std::includes(reported.begin(), reported.end(), visited.begin(), visited.end())
                          : reported == visited;
    if (fits) {
      ruling.kept();
      continue;
    }
    Finding finding{
        .what = fmt::format(
            "The call visits {} references of {}, but ObjectReferences, in line {}, reports {}{}.",
            visited.size(), id(walk.object), report.line, reported.size(),
            visited.size() == reported.size() ? " others" : ""),
        .collection = collection.number,
        .line = walk.line,
        .callback = std::string(abi::name_of(InfoMethod::kEnumerateObjectReferences)),
        .thread = walk.thread};
    finding.address = walk.object;
    ruling.broken(std::move(finding));
  }
}

// Of all objects of a class inside one callback, the answer is the same.
bool agree_on_references(const InfoEvent& info, const History& history, Ruling& ruling) {
  const AnswersInside::OfObject* const object =
      history.answers_inside().of_object(info, info.arg(0).value_or(0));
  if (object == nullptr || object->object_class == 0) return true;
  const AnswersInside::OfClass* const before = history.answers_inside().of_class(info, object->object_class);
  if (before == nullptr || !before->references) return true;
  if (*before->references == (info.hr != abi::S_FALSE)) {
    ruling.kept();
    return true;
  }
  broken(info, history, ruling,
         fmt::format("The answer is {}, but for another object of class {:#x}, in line {}, it {} S_FALSE.",
                     abi::hresult_text(info.hr), object->object_class, before->references_shown.line,
                     *before->references ? "is not" : "is"));
  return false;
}

void reference_callback(const InfoEvent& info, const History& history, Ruling& ruling) {
  if (null_callback(info, 1)) {
    if (info.hr == abi::E_INVALIDARG) return ruling.kept();
    return broken(info, history, ruling,
                  fmt::format("There is no callback, but the answer is {}.", abi::hresult_text(info.hr)));
  }
  if (const auto stopped = trace::number_in(*info.event, "stopped")) {
    const std::uint64_t visited = Rows(visits(info)).size();
    if (visited != *stopped) {
      return broken(
          info, history, ruling,
          fmt::format("The callback returns FALSE for visit {}, but there are {}.", *stopped, visited));
    }
    ruling.kept();
  }
  const auto seen = observed_object(info, history, info.arg(0).value_or(0));
  if (!info.succeeded()) {
    if (!seen || is_refused(info, history)) return;
    return broken(info, history, ruling,
                  fmt::format("Object {} is alive and there is a callback, but the answer is {}.",
                              id(info.arg(0).value_or(0)), abi::hresult_text(info.hr)));
  }
  if (!agree_on_references(info, history, ruling)) return;
  const TypeFacts* const type = seen ? history.types().of_class(seen->object_class) : nullptr;
  if (type == nullptr) return ruling.cannot("the trace does not record which classes have references");
  if ((info.hr == abi::S_FALSE) == !type->references) return ruling.kept();
  broken(info, history, ruling,
         fmt::format("The class has {} references, but the answer is {}.",
                     type->references ? "fields or elements for" : "no", abi::hresult_text(info.hr)));
}

// The heap is walked in its current state: each survivor of the last collection is visited once.
void walk_visits(const InfoEvent& info, const History& history, Ruling& ruling, std::uint64_t since) {
  const trace::Value* const value = visits(info);
  if (value == nullptr) return ruling.cannot(kNoVisits);
  const Rows rows(value);
  std::vector<std::uint64_t> visited;
  for (std::uint64_t i = 0; i < rows.size(); ++i) visited.push_back(rows.number(i));
  std::sort(visited.begin(), visited.end());
  const auto twice = std::adjacent_find(visited.begin(), visited.end());
  if (twice != visited.end()) {
    return broken(info, history, ruling, fmt::format("The call visits {} more than once.", id(*twice)));
  }
  const auto stopped = trace::number_in(*info.event, "stopped");
  if (stopped && *stopped != visited.size()) {
    return broken(
        info, history, ruling,
        fmt::format("The callback returns FALSE for visit {}, but there are {}.", *stopped, visited.size()));
  }
  if (!visited.empty() && is_of_64_bit_recording(visited.front(), history)) {
    const auto close = std::ranges::adjacent_find(
        visited, [](std::uint64_t a, std::uint64_t b) { return b - a < kLeastObject; });
    if (close != visited.end()) {
      return broken(info, history, ruling,
                    fmt::format("The call visits {} and {}, but no object has less than {} bytes.",
                                id(*close), id(*std::next(close)), kLeastObject));
    }
  }
  if (!stopped && moment_of(info, history) == Moment::kRest) {
    // Nothing has been collected since, so these are still in the heap, alive or dead.
    const auto announced = history.monitors_gc() ? history.announced_since() : std::span<const KnownObject>();
    for (const KnownObject& object : announced) {
      if (object.announced > since || std::binary_search(visited.begin(), visited.end(), object.at)) continue;
      return broken(info, history, ruling,
                    fmt::format("The call does not visit {}, which was allocated in line {}.", id(object.at),
                                object.announced));
    }
    for (const KnownObject& object : history.reported()) {
      if (std::binary_search(visited.begin(), visited.end(), object.at)) continue;
      return broken(info, history, ruling,
                    fmt::format("The call does not visit {}, which is alive.", id(object.at)));
    }
  }
  ruling.kept();
}

void heap_walk(const InfoEvent& info, const History& history, Ruling& ruling) {
  if (!info.succeeded()) return;
  // An answer has no entry line of its own. Callbacks since the surrounding callback came during the walk.
  const std::uint64_t since = info.asked ? info.inside : info.line;
  if (since == kNoLine) return;
  // If the profiler resumed the runtime during the walk, the result is the profiler's own fault.
  const std::uint64_t resumed = history.own_calls().resumed_line();
  const bool let_go = resumed != kNoLine && resumed > since;
  const Collection& collection = history.collection();
  if (collection.started_line != kNoLine && collection.started_line > since) {
    if (let_go && collection.started_line > resumed) return;
    return broken(info, history, ruling,
                  fmt::format("A collection starts during the call, in line {}.", collection.started_line));
  }
  const Suspension& suspension = history.suspension();
  const bool reported =
      suspension.tracked() && (history.masks().required().low & abi::COR_PRF_MONITOR_SUSPENDS) != 0;
  const bool own = reported && suspension.started_line() != kNoLine && suspension.started_line() > since &&
                   suspension.reason() == abi::COR_PRF_SUSPEND_FOR_PROFILER;
  if (reported && !own && !let_go && !history.profiler_suspension().active()) {
    return broken(info, history, ruling, "The runtime is not suspended for the call.");
  }
  walk_visits(info, history, ruling, since);
}

constexpr Binding kBindings[] = {
    {.id = "walks/references-on-demand",
     .occasion = "a call of EnumerateObjectReferences inside GarbageCollectionFinished, for an object that "
                 "ObjectReferences reports",
     .collection = references_on_demand},
    {.id = "walks/reference-callback",
     .occasion = "a call of EnumerateObjectReferences",
     .infos = {InfoMethod::kEnumerateObjectReferences},
     .info = reference_callback},
    {.id = "walks/heap",
     .occasion = "a call of EnumerateGCHeapObjects",
     .infos = {InfoMethod::kEnumerateGCHeapObjects},
     .info = heap_walk},
};

}  // namespace

std::span<const Binding> walk_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
