// Rules about the report of a collection as a whole: its order, repetitions, and consistency between
// collections.
#include <algorithm>
#include <map>

#include "harness/abi/enums.h"
#include "harness/rules/collection/range_index.h"
#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

void one_for_all_threads(const Callback& callback, const History& history, Ruling& ruling) {
  if (history.collection().starts == 0) return;
  for (const InFlight& call : history.in_flight().calls()) {
    if (call.returned || call.call != Call::kGarbageCollectionStarted) continue;
    return ruling.broken(finding_at(
        callback, history.collection(),
        fmt::format("{} is entered while GarbageCollectionStarted (line {}, thread {}) has not returned.",
                    callback.name, call.line, call.thread)));
  }
  ruling.kept();
}

void truth_values(const Callback& callback, const History& history, Ruling& ruling) {
  for (std::uint32_t i = 0; i < callback.generation_values.size(); ++i) {
    const std::uint64_t value = callback.generation_values[i];
    if (value <= 1) {
      ruling.kept();
      continue;
    }
    Finding finding = finding_at(
        callback, history.collection(),
        fmt::format("Entry {} of generationCollected is {}, which is neither TRUE nor FALSE.", i, value));
    finding.entry = i;
    ruling.broken(std::move(finding));
  }
}

struct Reported {
  std::uint64_t id = 0;
  std::uint64_t line = 0;
  std::uint32_t entry = 0;
  Call call = Call::kOther;
};

void each_once(std::vector<Reported> reported, std::string_view what, const Collection& collection,
               Ruling& ruling) {
  std::stable_sort(reported.begin(), reported.end(),
                   [](const Reported& a, const Reported& b) { return a.id < b.id; });
  for (std::size_t i = 0; i < reported.size(); ++i) {
    if (i == 0 || reported[i].id != reported[i - 1].id) {
      ruling.kept();
      continue;
    }
    Finding finding =
        finding_of(collection, fmt::format("{} {} was already reported at line {}, entry {}.", what,
                                           id(reported[i].id), reported[i - 1].line, reported[i - 1].entry));
    finding.line = reported[i].line;
    finding.callback = name_of(reported[i].call);
    finding.entry = reported[i].entry;
    ruling.broken(std::move(finding));
  }
}

void nothing_reported_twice(const Collection& collection, const History&, Ruling& ruling) {
  std::vector<Reported> handles;
  for (const BatchCall& call : collection.root_calls) {
    if (call.call != Call::kRootReferences2) continue;
    for (std::uint32_t i = 0; i < call.count; ++i) {
      const Root& root = collection.roots[call.first + i];
      if (root.kind != abi::COR_PRF_GC_ROOT_HANDLE || root.id == 0) continue;
      handles.push_back({root.id, call.line, i, call.call});
    }
  }
  each_once(std::move(handles), "Handle", collection, ruling);
  std::vector<Reported> dependent;
  for (const ElementReport& report : collection.elements) {
    dependent.push_back(
        {report.element.id, report.line, report.entry, Call::kConditionalWeakTableElementReferences});
  }
  each_once(std::move(dependent), "Dependent handle", collection, ruling);
  // Per call, because the counts of several calls add up.
  for (std::size_t i = 0; i < collection.class_counts.size();) {
    const std::uint64_t line = collection.class_counts[i].line;
    std::vector<Reported> classes;
    for (; i < collection.class_counts.size() && collection.class_counts[i].line == line; ++i) {
      const CountReport& report = collection.class_counts[i];
      classes.push_back({report.count.object_class, line, report.entry, Call::kObjectsAllocatedByClass});
    }
    each_once(std::move(classes), "Class", collection, ruling);
  }
}

void order(const Callback& callback, const History& history, Ruling& ruling) {
  // Callbacks before Started or after Finished are covered by the bracket rules.
  // Since a mask was set again, another collection may be under way.
  if (!history.collection().open() || history.may_be_orphans()) return;
  const ReportOrder::Step* const last = history.report_order().last(callback.thread);
  if (last == nullptr) return;
  const std::uint8_t part = ReportOrder::part_of(callback.call);
  if (part >= last->part) {
    if (part > last->part) ruling.kept();
    return;
  }
  ruling.broken(finding_at(
      callback, history.collection(),
      fmt::format("{} is delivered after {} (line {}).", callback.name, name_of(last->call), last->line)));
}

// The order of the heaps after the order of callbacks: LOH, POH, generations. A compacted LOH is reported
// with the generations.
void order_of_ranges(const Collection& collection, const History&, Ruling& ruling) {
  if (collection.bounds_before.empty()) return;
  const auto place = [](std::uint8_t generation) {
    return generation == kLarge ? 1 : generation == kPinnedHeap ? 2 : 3;
  };
  std::map<std::uint32_t, const ReportedRange*> latest;  // by thread
  for (const ReportedRange& range : collection.reported) {
    const std::uint8_t generation = collection.bounds_before.generation_of(range.range.from);
    if (!collection.condemned(generation) || (generation == kLarge && range.family == Family::kMoved))
      continue;
    const ReportedRange*& last = latest[range.thread];
    if (last != nullptr) {
      const std::uint8_t before = collection.bounds_before.generation_of(last->range.from);
      if (place(generation) < place(before)) {
        ruling.broken(finding_at(range, collection,
                                 fmt::format("{} of {} is delivered after {} of {} (line {}).",
                                             text_of(range), name_of_generation(generation), text_of(*last),
                                             name_of_generation(before), last->line)));
        continue;
      }
      if (place(generation) > place(before)) ruling.kept();
    }
    last = &range;
  }
}

// An object keeps its class after the next collection, wherever the collection moves the object.
void same_class_later(const Collection& collection, const History&, Ruling& ruling) {
  if (!collection.alive_reported || collection.known.empty()) return;
  const RangeIndex& reported = collection.by_new_address;
  for (const ObjectReport& report : collection.objects) {
    std::uint64_t from = report.object;
    if (const ReportedRange* const range = reported.holding(report.object); range != nullptr) {
      if (range->at_least) continue;
      from = range->range.from + (report.object - range->range.to);
    } else {
      const std::uint8_t before = collection.bounds_before.generation_of(from);
      if (before == kNoGeneration || collection.condemned(before)) continue;
    }
    const KnownObject* const known = collection.known_at(from);
    if (known == nullptr || known->object_class == 0 || report.object_class == 0) continue;
    if (known->object_class == report.object_class) {
      ruling.kept();
      continue;
    }
    ruling.broken(finding_at(
        report, collection,
        fmt::format(
            "Object {} is of class {:#x}; at {}, its address before the collection, it was of class {:#x}.",
            id(report.object), report.object_class, id(from), known->object_class)));
  }
}

void same_class_now(const InfoEvent& info, const History& history, Ruling& ruling) {
  if (!info.succeeded() || !info.arg(0) || !info.out(0) || *info.out(0) == 0) return;
  const KnownObject* const known = find(history.reported(), *info.arg(0));
  if (known == nullptr || known->object_class == 0) return;
  if (known->object_class == *info.out(0)) return ruling.kept();
  ruling.broken(finding_at(
      info, history.collection(),
      fmt::format("GetClassFromObject of {} answers {:#x}; the last collection reported it with class {:#x}.",
                  id(*info.arg(0)), *info.out(0), known->object_class)));
}

constexpr CallSet kParts = kReportCalls | CallSet{Call::kFinalizeableObjectQueued};
constexpr Binding kBindings[] = {
    {.id = "bracket/one-for-all-threads",
     .occasion = "a report of a collection",
     .calls = kParts | CallSet{Call::kGarbageCollectionFinished},
     .entry = one_for_all_threads},
    {.id = "bracket/truth-values",
     .occasion = "a collection that starts",
     .calls = {Call::kGarbageCollectionStarted},
     .entry = truth_values},
    {.id = "bracket/nothing-told-twice",
     .occasion = "a handle or a class in a report",
     .collection = nothing_reported_twice},
    {.id = "bracket/order",
     .occasion = "a report with several parts",
     .calls = kParts,
     .entry = order,
     .collection = order_of_ranges},
    {.id = "bracket/ids-hold-until-next",
     .occasion = "an object whose class is reported by two collections, or by an answer between them",
     .collection = same_class_later,
     .infos = {InfoMethod::kGetClassFromObject},
     .info = same_class_now},
};

}  // namespace

std::span<const Binding> report_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
