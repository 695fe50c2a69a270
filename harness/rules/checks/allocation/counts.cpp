// Rules about ObjectsAllocatedByClass.
//
// The model lists every object before a collection. A recorded trace lists them if every allocation was
// announced. Otherwise the survivors, traced back through the ranges, are the minimum number of objects.
#include <algorithm>
#include <optional>

#include "harness/rules/collection/range_index.h"
#include "harness/rules/entities/unreported_allocations.h"
#include "harness/rules/evidence/reachable_set.h"
#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

constexpr std::string_view kNoObjects =
    "the trace does not record which objects were in generation 0 before the collection";

constexpr std::string_view kMaybeSilent =
    "objects of a class may have been allocated without an announcement: boxes, combined delegates";

using Counts = std::vector<ClassCount>;  // ascending by class, each once

Counts counts_of(std::vector<std::uint64_t> classes) {
  std::sort(classes.begin(), classes.end());
  Counts counts;
  for (const std::uint64_t object_class : classes) {
    if (counts.empty() || counts.back().object_class != object_class) counts.push_back({object_class, 0});
    ++counts.back().count;
  }
  return counts;
}

Counts reported_counts(const Collection& collection) {
  std::vector<ClassCount> reported;
  for (const CountReport& report : collection.class_counts) reported.push_back(report.count);
  std::stable_sort(reported.begin(), reported.end(),
                   [](const ClassCount& a, const ClassCount& b) { return a.object_class < b.object_class; });
  Counts sums;
  for (const ClassCount& each : reported) {
    if (sums.empty() || sums.back().object_class != each.object_class) {
      sums.push_back(each);
    } else {
      sums.back().count += each.count;
    }
  }
  return sums;
}

std::uint64_t count_of(const Counts& counts, std::uint64_t object_class) {
  const auto found =
      std::lower_bound(counts.begin(), counts.end(), object_class,
                       [](const ClassCount& each, std::uint64_t of) { return each.object_class < of; });
  return found != counts.end() && found->object_class == object_class ? found->count : 0;
}

// Objects of one generation before the collection, by class. Empty unless all objects and their classes are
// known.
template <typename Fits>
std::optional<Counts> objects_before(const Collection& collection, const History& history, Fits fits) {
  std::vector<std::uint64_t> classes;
  if (collection.model) {
    if (!collection.model->before || !collection.model->before->whole) return std::nullopt;
    for (const HeapObject& object : collection.model->before->objects) {
      if (fits(object.generation)) classes.push_back(history.allocations().class_of(object.type));
    }
  } else {
    if (!collection.known_complete || collection.bounds_before.empty()) return std::nullopt;
    for (std::size_t i = 0; i < collection.known.size(); ++i) {
      const KnownObject& object = collection.known[i];
      // Reported twice; other rules cover that.
      if (i != 0 && collection.known[i - 1].at == object.at) continue;
      if (fits(collection.bounds_before.generation_of(object.at))) classes.push_back(object.object_class);
    }
  }
  if (std::find(classes.begin(), classes.end(), 0) != classes.end()) return std::nullopt;
  return counts_of(std::move(classes));
}

// Survivors that were in generation 0, by class, from ObjectReferences and the ranges.
std::optional<Counts> survivors_of_0(const Collection& collection) {
  if (!collection.alive_reported || collection.bounds_before.empty()) return std::nullopt;
  const RangeIndex& reported = collection.by_new_address;
  std::vector<std::uint64_t> classes;
  for (const ObjectReport& object : collection.objects) {
    const ReportedRange* const range = reported.holding(object.object);
    if (range == nullptr || range->at_least) continue;
    const std::uint64_t from = range->range.from + (object.object - range->range.to);
    if (collection.bounds_before.generation_of(from) == 0) classes.push_back(object.object_class);
  }
  return counts_of(std::move(classes));
}

// Placed at the entry that reports the class, or at Started.
Finding finding_about(const Collection& collection, std::uint64_t object_class, std::string what) {
  for (const CountReport& report : collection.class_counts) {
    if (report.count.object_class != object_class) continue;
    return {.what = std::move(what),
            .collection = collection.number,
            .line = report.line,
            .callback = std::string(name_of(Call::kObjectsAllocatedByClass)),
            .entry = report.entry};
  }
  return finding_of(collection, std::move(what));
}

std::string observation_text(std::uint64_t object_class, std::uint64_t reported) {
  return reported == 0
             ? fmt::format("ObjectsAllocatedByClass omits class {:#x}", object_class)
             : fmt::format("ObjectsAllocatedByClass reports {} of class {:#x}", reported, object_class);
}

// Whether a recording may miss objects of the class. The known objects are then only the minimum number.
bool may_be_more(std::uint64_t object_class, const Collection& collection, const History& history) {
  return !collection.model && announcing(object_class, history) != Announcing::kEach;
}

// For each class the larger of the two counts.
Counts most_of(const Counts& counts, const Counts& others) {
  Counts all = counts;
  for (const ClassCount& each : others) {
    const std::uint64_t known = count_of(counts, each.object_class);
    if (known == 0) {
      all.push_back(each);
    } else if (known < each.count) {
      std::ranges::find(all, each.object_class, &ClassCount::object_class)->count = each.count;
    }
  }
  std::ranges::sort(all, {}, &ClassCount::object_class);
  return all;
}

// Bytes that the survivors of generation 0 need beyond the minimum size, computed from their references.
std::uint64_t beyond_least(const Collection& collection) {
  std::uint64_t bytes = 0;
  for (const ObjectReport& object : collection.objects) {
    const ReportedRange* const range = collection.by_new_address.holding(object.object);
    if (range == nullptr || range->at_least) continue;
    const std::uint64_t from = range->range.from + (object.object - range->range.to);
    if (collection.bounds_before.generation_of(from) == 0) bytes += least_size(object) - kLeastObject;
  }
  return bytes;
}

// For recordings: that many objects do not fit into the used part of generation 0.
void fits(const Collection& collection, const History& history, Ruling& ruling) {
  if (!collection.asked_before || collection.class_counts.empty() || !has_64_bit_objects(collection, history))
    return;
  std::uint64_t filled = 0;
  for (const HeapRange& range : collection.asked_before->map.ranges()) {
    if (range.generation == 0) filled += range.allocated;
  }
  const std::uint64_t room = filled - std::min(filled, beyond_least(collection));
  std::uint64_t most = room / kLeastObject;
  for (const CountReport& report : collection.class_counts) {
    if (report.count.count <= most) {
      most -= report.count.count;
      continue;
    }
    return ruling.broken(
        {.what = fmt::format(
             "{} of class {:#x} do not fit: generation 0 has {} bytes, and an object needs at least {}.",
             report.count.count, report.count.object_class, filled, kLeastObject),
         .collection = collection.number,
         .line = report.line,
         .callback = std::string(name_of(Call::kObjectsAllocatedByClass)),
         .entry = report.entry});
  }
  ruling.kept();
}

void census(const Collection& collection, const History& history, Ruling& ruling) {
  if (collection.starts == 0 || collection.provisional || !history.monitors_gc(collection)) return;
  fits(collection, history, ruling);
  const auto all =
      objects_before(collection, history, [](std::uint8_t generation) { return generation == 0; });
  auto fewest = all && collection.model ? all : survivors_of_0(collection);
  // A surviving object is known even if it was not announced.
  if (all && !collection.model) fewest = most_of(*all, fewest.value_or(Counts()));
  if (!fewest) return ruling.cannot(kNoObjects);
  const Counts reported = reported_counts(collection);
  const auto exact = [&](std::uint64_t object_class) {
    return all.has_value() && !may_be_more(object_class, collection, history);
  };
  for (const ClassCount& each : *fewest) {
    const std::uint64_t count = count_of(reported, each.object_class);
    const bool counts_all = exact(each.object_class);
    if (counts_all ? count == each.count : count >= each.count) {
      ruling.kept();
      continue;
    }
    ruling.broken(finding_about(
        collection, each.object_class,
        fmt::format("{}; {}{} of that class are in generation 0.", observation_text(each.object_class, count),
                    counts_all ? "" : "at least ", each.count)));
  }
  if (!all) return;
  for (const ClassCount& each : reported) {
    if (count_of(*fewest, each.object_class) != 0 || each.count == 0) continue;
    if (!exact(each.object_class)) {
      ruling.cannot(kMaybeSilent);
      continue;
    }
    ruling.broken(finding_about(collection, each.object_class,
                                fmt::format("{}; none of that class is in generation 0.",
                                            observation_text(each.object_class, each.count))));
  }
}

void new_objects(const Collection& collection, const History&, Ruling& ruling) {
  if (!collection.made) return ruling.cannot("the trace has no model of what was allocated");
  for (const ClassCount& each : reported_counts(collection)) {
    const std::uint64_t made = count_of(*collection.made, each.object_class);
    if (each.count <= made) {
      ruling.kept();
      continue;
    }
    ruling.broken(
        finding_about(collection, each.object_class,
                      fmt::format("{}; {} were allocated in generation 0 since the previous collection.",
                                  observation_text(each.object_class, each.count),
                                  made == 0 ? "none" : std::to_string(made))));
  }
}

void no_large(const Collection& collection, const History& history, Ruling& ruling) {
  if (collection.class_calls.empty()) return;
  const auto large =
      objects_before(collection, history, [](std::uint8_t generation) { return generation == kLarge; });
  const auto others =
      objects_before(collection, history, [](std::uint8_t generation) { return generation < kLarge; });
  if (!large || !others) return ruling.cannot(kNoObjects);
  const Counts reported = reported_counts(collection);
  for (const ClassCount& each : *large) {
    if (may_be_more(each.object_class, collection, history)) {
      ruling.cannot(kMaybeSilent);
      continue;
    }
    const std::uint64_t count = count_of(reported, each.object_class);
    const std::uint64_t small = count_of(*others, each.object_class);
    if (count <= small) {
      ruling.kept();
      continue;
    }
    ruling.broken(finding_about(collection, each.object_class,
                                fmt::format("{}; {} of that class are in the small object heap, and {} in "
                                            "the large object heap.",
                                            observation_text(each.object_class, count), small, each.count)));
  }
}

void first(const Callback& callback, const History& history, Ruling& ruling) {
  const Collection& collection = history.collection();
  if (collection.starts == 0) return;
  if (!collection.class_calls.empty()) {
    return ruling.broken(finding_at(
        callback, collection,
        fmt::format("ObjectsAllocatedByClass was already delivered in this collection, at line {}.",
                    collection.class_calls.back())));
  }
  // Reports before Started are covered by bracket/started-first.
  const auto inside = [&](const auto& reported) {
    return !reported.empty() && reported.back().line > collection.started_line;
  };
  const bool before = inside(collection.range_calls) || inside(collection.root_calls) ||
                      inside(collection.elements) || inside(collection.objects) || inside(collection.queued);
  if (!before && collection.open()) return ruling.kept();
  ruling.broken(finding_at(callback, collection,
                           before ? "Other parts of this collection's report were delivered before."
                                  : "GarbageCollectionFinished of this collection was delivered before."));
}

void null_class(const Callback& callback, const History& history, Ruling& ruling) {
  for (std::uint32_t i = 0; i < callback.classes.size(); ++i) {
    if (callback.classes[i].object_class != 0) {
      ruling.kept();
      continue;
    }
    // Only the simulated runtime records whether a type is being unloaded.
    if (history.header().source != "simulated") {
      ruling.cannot("a class is null, and the trace does not record whether a type was being unloaded");
      continue;
    }
    Finding finding =
        finding_at(callback, history.collection(), "A class is null, but no type is being unloaded.");
    finding.entry = i;
    ruling.broken(std::move(finding));
  }
}

void no_zero(const Callback& callback, const History& history, Ruling& ruling) {
  for (std::uint32_t i = 0; i < callback.classes.size(); ++i) {
    if (callback.classes[i].count != 0) {
      ruling.kept();
      continue;
    }
    Finding finding =
        finding_at(callback, history.collection(),
                   fmt::format("Class {:#x} is reported with 0 objects.", callback.classes[i].object_class));
    finding.entry = i;
    ruling.broken(std::move(finding));
  }
}

constexpr std::string_view kCounts = "a call of ObjectsAllocatedByClass";
constexpr Binding kBindings[] = {
    {.id = "allocated-by-class/census",
     .occasion = "a collection with objects in generation 0",
     .collection = census},
    {.id = "allocated-by-class/counts", .occasion = kCounts, .collection = new_objects},
    {.id = "allocated-by-class/no-large",
     .occasion = "a call of ObjectsAllocatedByClass while there are large objects",
     .collection = no_large},
    {.id = "allocated-by-class/first",
     .occasion = kCounts,
     .calls = {Call::kObjectsAllocatedByClass},
     .entry = first},
    {.id = "allocated-by-class/null-class",
     .occasion = kCounts,
     .calls = {Call::kObjectsAllocatedByClass},
     .entry = null_class},
    {.id = "allocated-by-class/no-zero",
     .occasion = "a class in ObjectsAllocatedByClass",
     .calls = {Call::kObjectsAllocatedByClass},
     .entry = no_zero},
};

}  // namespace

std::span<const Binding> counts_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
