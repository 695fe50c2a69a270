// Rules about which objects FinalizeableObjectQueued reports, and by which addresses.
#include <algorithm>
#include <iterator>
#include <map>

#include "harness/abi/enums.h"
#include "harness/rules/collection/range_index.h"
#include "harness/rules/collection/relocation.h"
#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

Finding finding_of_queued(const Collection& collection, const QueuedObject& queued, std::string what) {
  Finding finding{.what = std::move(what),
                  .collection = collection.number,
                  .line = queued.line,
                  .callback = std::string(name_of(Call::kFinalizeableObjectQueued))};
  finding.address = queued.object;
  return finding;
}

// Both lists keep duplicates, so that repeated reports show.
void repeated_until_run(const Collection& collection, const History&, Ruling& ruling) {
  std::vector<std::uint64_t> roots;
  bool roots_reported = false;
  for (const BatchCall& call : collection.root_calls) {
    if (call.call != Call::kRootReferences2) continue;
    roots_reported = true;
    for (std::uint32_t i = 0; i < call.count; ++i) {
      const Root& root = collection.roots[call.first + i];
      if (root.kind == abi::COR_PRF_GC_ROOT_FINALIZER) roots.push_back(root.object);
    }
  }
  if (roots.empty() && collection.queued.empty()) return;
  // The report of a collection during which the profiler attached.
  if (collection.starts == 0) return ruling.cannot("the collection is not reported from its start");
  if (!roots_reported) return ruling.cannot("the trace has no RootReferences2");
  const Relocation relocation(collection);
  std::vector<std::uint64_t> queued;
  for (const QueuedObject& each : collection.queued) queued.push_back(relocation.after(each.object));
  std::sort(roots.begin(), roots.end());
  std::sort(queued.begin(), queued.end());
  if (roots == queued) return ruling.kept(queued.size());
  std::vector<std::uint64_t> only_roots, only_queued;
  std::set_difference(roots.begin(), roots.end(), queued.begin(), queued.end(),
                      std::back_inserter(only_roots));
  std::set_difference(queued.begin(), queued.end(), roots.begin(), roots.end(),
                      std::back_inserter(only_queued));
  const std::uint64_t example = only_queued.empty() ? only_roots.front() : only_queued.front();
  Finding finding = finding_of(
      collection,
      fmt::format(
          "FinalizeableObjectQueued reports {}, but of kind FINALIZER there are {}; {} is among the {} only.",
          counted(queued.size(), "object"), counted(roots.size(), "root"), id(example),
          only_queued.empty() ? "roots" : "queued"));
  finding.address = example;
  ruling.broken(std::move(finding));
}

void old_address(const Collection& collection, const History&, Ruling& ruling) {
  const RangeIndex& by_old = collection.by_old_address;
  const RangeIndex& by_new = collection.by_new_address;
  for (const QueuedObject& queued : collection.queued) {
    const ReportedRange* const range = by_old.holding(queued.object);
    if (range != nullptr) {
      if (range->range.from != range->range.to) ruling.kept();
      continue;
    }
    if (const ReportedRange* const to = by_new.holding(queued.object)) {
      ruling.broken(finding_of_queued(collection, queued,
                                      fmt::format("Object {} is reported by its address after the move; it "
                                                  "is at the destination of the range {}.",
                                                  id(queued.object), text_of(*to))));
    }
  }
}

// Compared by object number, because the address may be from before or after the move.
void queued_once(const Collection& collection, const History& history, Ruling& ruling) {
  if (collection.queued.empty() && (!collection.model || collection.model->queued.empty())) return;
  if (!history.monitors_gc(collection)) return ruling.cannot("COR_PRF_MONITOR_GC is not set");
  if (!collection.fates_known) return ruling.cannot("the trace has no model of the whole heap");
  std::vector<std::uint32_t> expected = collection.model->queued;
  std::sort(expected.begin(), expected.end());
  // Each registration is a separate entry.
  const auto entries_of = [&](std::uint32_t object) {
    const auto entries = std::equal_range(expected.begin(), expected.end(), object);
    return static_cast<std::uint32_t>(entries.second - entries.first);
  };
  std::map<std::uint64_t, std::uint32_t> by_new;
  for (const Fate& fate : collection.fates) {
    if (fate.survives) by_new[fate.to] = fate.object;
  }
  std::map<std::uint32_t, std::uint32_t> reported;  // number of reports by object
  for (const QueuedObject& queued : collection.queued) {
    const Fate* const at_old = collection.fate_from(queued.object);
    const auto at_new = by_new.find(queued.object);
    std::uint32_t object = at_old != nullptr ? at_old->object : kNoObject;
    if (at_new != by_new.end() &&
        (at_old == nullptr || !std::binary_search(expected.begin(), expected.end(), object))) {
      object = at_new->second;
    }
    const std::uint32_t times = ++reported[object];
    const std::uint32_t entries = entries_of(object);
    if (times <= entries) {
      ruling.kept();
      continue;
    }
    ruling.broken(finding_of_queued(
        collection, queued,
        entries == 0 ? fmt::format("Object {} was not queued in this collection.", id(queued.object))
                     : fmt::format("Object {} is reported again; it was queued {} in this collection.",
                                   id(queued.object), counted(entries, "time"))));
  }
  std::vector<std::uint32_t> objects = expected;
  objects.erase(std::unique(objects.begin(), objects.end()), objects.end());
  for (const std::uint32_t object : objects) {
    const std::uint32_t times = reported[object];
    if (times >= entries_of(object)) continue;
    Finding finding = finding_of(
        collection, fmt::format("Object {} was queued {}, but FinalizeableObjectQueued reports it {}.",
                                object, counted(entries_of(object), "time"), counted(times, "time")));
    finding.object = object;
    ruling.broken(std::move(finding));
  }
}

void finalizable_inside(const Callback& callback, const History& history, Ruling& ruling) {
  if (history.may_be_orphans()) {
    return ruling.cannot(kOrphans);
  }
  const Collection& collection = history.collection();
  if (collection.open()) return ruling.kept();
  ruling.broken(finding_at(callback, collection,
                           fmt::format("Object {} is queued {} of its collection.", id(callback.object),
                                       collection.finishes == 0 ? "before GarbageCollectionStarted"
                                                                : "after GarbageCollectionFinished")));
}

constexpr Binding kBindings[] = {
    {.id = "finalization/queued-once",
     .occasion = "an object that is queued for its finalizer",
     .collection = queued_once},
    {.id = "finalization/repeated-until-run",
     .occasion = "a call of FinalizeableObjectQueued",
     .collection = repeated_until_run},
    {.id = "finalization/old-address", .occasion = "a queued object that moves", .collection = old_address},
    {.id = "finalization/inside-bracket",
     .occasion = "a call of FinalizeableObjectQueued",
     .calls = {Call::kFinalizeableObjectQueued},
     .entry = finalizable_inside},
};

}  // namespace

std::span<const Binding> queue_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
