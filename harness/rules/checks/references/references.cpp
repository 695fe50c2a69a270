// Rules about ObjectReferences and ConditionalWeakTableElementReferences.
#include <algorithm>
#include <unordered_map>

#include "harness/rules/evidence/known_pair.h"
#include "harness/rules/evidence/reachable_set.h"
#include "harness/rules/evidence/runtime_settings.h"
#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

void live_target(const Collection& collection, const History&, Ruling& ruling) {
  if (collection.objects.empty()) return;
  if (!collection.alive_known) return ruling.cannot(kNoReportedObjects);
  for (const ObjectReport& report : collection.objects) {
    for (std::uint32_t i = 0; i < report.count; ++i) {
      const std::uint64_t target = collection.references[report.first + i];
      if (target == 0) continue;
      if (collection.is_alive(target)) {
        ruling.kept();
        continue;
      }
      Finding finding =
          finding_at(report, collection,
                     fmt::format("Object {} refers to {}, where there is no object after the collection.",
                                 id(report.object), id(target)));
      finding.entry = i;
      ruling.broken(at_address(std::move(finding), target));
    }
  }
}

std::vector<std::uint64_t> reported_ids(const Collection& collection) {
  std::vector<std::uint64_t> objects;
  objects.reserve(collection.objects.size());
  for (const ObjectReport& report : collection.objects) objects.push_back(report.object);
  std::sort(objects.begin(), objects.end());
  return objects;
}

void whole_heap(const Collection& collection, const History& history, Ruling& ruling) {
  if (!history.monitors_gc(collection))
    return ruling.cannot("COR_PRF_MONITOR_GC is not set, so objects are not reported");
  if (!collection.model || !collection.model->after || !collection.model->after->whole) {
    return ruling.cannot("the trace has no model of the whole heap");
  }
  if (collection.references_stopped)
    return ruling.cannot("the profiler stopped ObjectReferences by an error");
  const std::vector<std::uint64_t> reported = reported_ids(collection);
  for (const HeapObject& object : collection.model->after->objects) {
    if (std::binary_search(reported.begin(), reported.end(), object.at)) {
      ruling.kept();
      continue;
    }
    Finding finding = finding_of(
        collection,
        fmt::format(
            "Object {} at {} ({}) is in the heap after the collection, but no ObjectReferences reports it.",
            object.object, id(object.at), name_of_generation(object.generation)));
    finding.object = object.object;
    ruling.broken(at_address(std::move(finding), object.at));
  }
}

void once(const Collection& collection, const History& history, Ruling& ruling) {
  const bool words = has_64_bit_objects(collection, history);
  std::vector<const ObjectReport*> sorted;
  sorted.reserve(collection.objects.size());
  for (const ObjectReport& report : collection.objects) sorted.push_back(&report);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const ObjectReport* a, const ObjectReport* b) { return a->object < b->object; });
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (i == 0 || sorted[i]->object != sorted[i - 1]->object) {
      if (words && i != 0 && sorted[i]->object - sorted[i - 1]->object < least_size(*sorted[i - 1])) {
        ruling.broken(at_address(
            finding_at(
                *sorted[i], collection,
                fmt::format("Object {} begins inside object {} of line {}, which takes at least {} bytes.",
                            id(sorted[i]->object), id(sorted[i - 1]->object), sorted[i - 1]->line,
                            least_size(*sorted[i - 1]))),
            sorted[i]->object));
        continue;
      }
      ruling.kept();
      continue;
    }
    ruling.broken(
        at_address(finding_at(*sorted[i], collection,
                              fmt::format("Object {} was already reported in this collection at line {}.",
                                          id(sorted[i]->object), sorted[i - 1]->line)),
                   sorted[i]->object));
  }
}

constexpr std::uint64_t kPage = 4096;

// Within one range of the bounds table, which is one region or segment.
void ascending(const Collection& collection, const History&, Ruling& ruling) {
  if (collection.objects.empty()) return;
  if (collection.bounds_after.empty()) {
    return ruling.cannot("the trace does not record the generations after a collection");
  }
  const GenerationMap& bounds = collection.bounds_after;
  std::vector<std::uint64_t> last(bounds.ranges().size(), 0);
  // Of what lies in none, frozen objects, by the page: a segment has whole ones.
  std::unordered_map<std::uint64_t, std::uint64_t> last_of_page;
  const HeapRange* range = nullptr;
  for (const ObjectReport& report : collection.objects) {
    if (range == nullptr || report.object - range->start >= range->allocated)
      range = bounds.holding(report.object);
    std::uint64_t& before = range == nullptr ? last_of_page[report.object / kPage]
                                             : last[static_cast<std::size_t>(range - bounds.ranges().data())];
    if (report.object < before) {
      ruling.broken(at_address(
          finding_at(
              report, collection,
              fmt::format("Object {} is reported after {}, which is at a higher address in the same {}.",
                          id(report.object), id(before),
                          range == nullptr ? "page of frozen objects" : "range of the heap")),
          report.object));
    }
    before = std::max(before, report.object);
  }
  ruling.kept(collection.objects.size());
}

void uncollected_by_model(const Collection& collection, Ruling& ruling) {
  for (const Fate& fate : collection.fates) {
    if (collection.condemned(fate.generation)) continue;
    if (fate.survives && fate.to == fate.from) {
      ruling.kept();
      continue;
    }
    ruling.broken(
        about(finding_of(collection, fmt::format("{} is not collected, but {}.", text_of(fate),
                                                 fate.survives ? "moves to " + id(fate.to)
                                                               : std::string("no longer exists afterwards"))),
              fate));
  }
}

void uncollected_stay(const Collection& collection, const History&, Ruling& ruling) {
  if (collection.fates_known) return uncollected_by_model(collection, ruling);
  if (!collection.alive_reported) return ruling.cannot(kNoReportedObjects);
  if (collection.bounds_before.empty() || collection.starts == 0) {
    return ruling.cannot("GetGenerationBounds was not called in GarbageCollectionStarted");
  }
  for (const KnownObject& known : collection.known) {
    const std::uint64_t address = known.at;
    const std::uint8_t generation = collection.bounds_before.generation_of(address);
    if (collection.condemned(generation)) continue;
    if (collection.is_alive(address)) {
      ruling.kept();
      continue;
    }
    if (generation == kNoGeneration) {
      ruling.broken(at_address(
          finding_of(collection, fmt::format("Object {} is outside all generations, where nothing is "
                                             "collected, but ObjectReferences reports no object there.",
                                             id(address))),
          address));
      continue;
    }
    ruling.broken(
        at_address(finding_of(collection, fmt::format("Object {} is in {}, which is not collected, but "
                                                      "ObjectReferences no longer reports an object there.",
                                                      id(address), name_of_generation(generation))),
                   address));
  }
}

// .NET walks each heap of server GC separately, and an error ends only that walk.
void goes_on_after_error(const Callback& callback, const History& history, Ruling& ruling) {
  if (!history.collection().references_stopped) return;
  if (may_have_several_heaps(history.header()))
    return ruling.cannot("server GC walks each heap separately, up to the error in that heap");
  ruling.broken(finding_at(callback, history.collection(),
                           fmt::format("ObjectReferences is called for {} although an earlier call of this "
                                       "collection returned an error.",
                                       id(callback.object))));
}

void stopped_after_error(const Collection& collection, const History&, Ruling& ruling) {
  if (collection.references_stopped) ruling.kept();
}

void live_pairs(const Collection& collection, const History&, Ruling& ruling) {
  if (collection.elements.empty()) return;
  if (!collection.alive_known) return ruling.cannot(kNoReportedObjects);
  for (const ElementReport& report : collection.elements) {
    for (const std::uint64_t address : {report.element.key, report.element.value}) {
      if (collection.is_alive(address)) {
        ruling.kept();
        continue;
      }
      Finding finding{
          .what = fmt::format(
              "The {} {} of a dependent handle is not an object that is alive after the collection.",
              address == report.element.key ? "key" : "value", id(address)),
          .collection = collection.number,
          .line = report.line,
          .callback = std::string(name_of(Call::kConditionalWeakTableElementReferences)),
          .entry = report.entry};
      ruling.broken(at_address(std::move(finding), address));
    }
  }
}

constexpr Binding kBindings[] = {
    {.id = "references/live-target",
     .occasion = "a reference in ObjectReferences",
     .collection = live_target},
    {.id = "references/whole-heap",
     .occasion = "an object in the heap after a collection",
     .collection = whole_heap},
    {.id = "references/once", .occasion = "a call of ObjectReferences", .collection = once},
    {.id = "references/ascending", .occasion = "a call of ObjectReferences", .collection = ascending},
    {.id = "references/uncollected-stay",
     .occasion = "an object in a generation that is not collected",
     .collection = uncollected_stay},
    {.id = "references/stop-after-error",
     .occasion = "a call of ObjectReferences that the profiler fails",
     .calls = {Call::kObjectReferences},
     .entry = goes_on_after_error,
     .collection = stopped_after_error},
    {.id = "dependent-handles/live-pairs",
     .occasion = "a call of ConditionalWeakTableElementReferences",
     .collection = live_pairs},
};

}  // namespace

std::span<const Binding> reference_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
