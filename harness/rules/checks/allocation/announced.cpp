// Rules about which objects are announced, and when. new_objects.cpp checks the content of the
// announcements.
#include <algorithm>

#include "harness/abi/monitor_flags.h"
#include "harness/rules/collection/range_index.h"
#include "harness/rules/entities/unreported_allocations.h"
#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

using Made = Allocations::Made;

constexpr std::string_view kMaybeSilent =
    "an object that was not announced may be a box or a combined delegate, which this runtime need not "
    "report";

// --- each one, once ---

bool may_be_silent(const Made& made, const History& history) {
  return made.silent && announcing(made.object_class, history) == Announcing::kSome;
}

void all_announced(const Made& made, const History& history, std::uint64_t line, Ruling& ruling) {
  if (!made.wanted || may_be_silent(made, history)) return;
  if (made.announced >= made.count) return ruling.kept(made.count);
  Finding finding =
      finding_of(history.collection(), fmt::format("{} objects from number {} on were allocated (line {}), "
                                                   "but {} of them were announced; the mask requires all.",
                                                   made.count, made.object, made.line, made.announced));
  finding.line = line;
  finding.callback = {};
  finding.thread = made.thread;
  finding.object = static_cast<std::uint32_t>(made.object);
  ruling.broken(std::move(finding));
}

void before_next_step(const ModelLine& line, const History& history, Ruling& ruling) {
  // Another thread may still be announcing its own objects.
  const auto& last = history.allocations().last_of_each();
  const auto own = last.find(line.event->thread);
  if (own != last.end() && !own->second.judged) all_announced(own->second, history, line.event->n, ruling);
}

void at_end(const End& end, const History& history, Ruling& ruling) {
  if (!end.reported || end.died) return;
  for (const auto& [thread, made] : history.allocations().last_of_each()) {
    if (!made.judged) all_announced(made, history, end.line, ruling);
  }
}

// The simulated runtime makes only objects that its model lists.
void is_made(const Callback& callback, const History& history, Ruling& ruling) {
  const Made* const made = history.allocations().last(callback.thread, callback.object);
  if (made == nullptr) return;
  const bool right = made->announced != 0 || made->at == callback.object || may_be_silent(*made, history);
  if (made->announced < made->count && right) return;
  ruling.broken(finding_at(
      callback, history.collection(),
      made->announced < made->count
          ? fmt::format("Object {} is announced, but the allocated object (line {}) is at {}.",
                        id(callback.object), made->line, id(made->at))
          : fmt::format(
                "Object {} is announced, but all {} objects allocated at line {} were already announced.",
                id(callback.object), made->count, made->line)));
}

void announced_once(std::span<const KnownObject> objects, const Collection& collection, Ruling& ruling) {
  const KnownObject* before = nullptr;
  for (const KnownObject& object : objects) {
    if (object.announced == kNoLine) continue;
    if (before == nullptr || before->at != object.at) {
      ruling.kept();
      before = &object;
      continue;
    }
    ruling.broken(finding_at(
        object, collection,
        fmt::format("Object {} was already announced at line {}, and no collection ran in between.",
                    id(object.at), before->announced)));
  }
}

void survivors_announced(const Collection& collection, const History& history, Ruling& ruling) {
  announced_once(collection.known, collection, ruling);
  if (collection.model || !collection.known_complete || !collection.alive_reported) return;
  const RangeIndex& reported = collection.by_new_address;
  for (const ObjectReport& report : collection.objects) {
    const ReportedRange* const range = reported.holding(report.object);
    // Objects outside of all ranges are frozen and may be older than the profiler.
    if (range == nullptr || range->at_least) continue;
    const std::uint64_t from = range->range.from + (report.object - range->range.to);
    if (collection.known_at(from) != nullptr) {
      ruling.kept();
      continue;
    }
    if (announcing(report.object_class, history) != Announcing::kEach) {
      ruling.cannot(kMaybeSilent);
      continue;
    }
    Finding finding = finding_at(
        report, collection,
        fmt::format("Object {} was at {} before the collection, but no ObjectAllocated announced it there.",
                    id(report.object), id(from)));
    finding.address = from;
    ruling.broken(std::move(finding));
  }
}

void announced_once_at_end(const End& end, const History& history, Ruling& ruling) {
  at_end(end, history, ruling);
  std::vector<KnownObject> objects(history.announced().begin(), history.announced().end());
  std::stable_sort(objects.begin(), objects.end(),
                   [](const KnownObject& a, const KnownObject& b) { return a.at < b.at; });
  announced_once(objects, history.collection(), ruling);
}

// In a real CLR, the collector knows a new frozen object before its announcement. The allocating thread may
// stop for a collection in between.
bool may_be_frozen_late(const KnownObject& object, const Collection& collection, const History& history,
                        const Rule& rule) {
  return history.header().source == "recorded" && has_leeway(rule, history.header().runtime) &&
         collection.bounds_before.generation_of(object.at) == kNoGeneration;
}

void announced_before_use(const Collection& collection, const History& history, Ruling& ruling) {
  for (std::size_t i = 0; i < collection.known.size(); ++i) {
    const KnownObject& object = collection.known[i];
    if (object.announced == kNoLine) continue;
    const bool known =
        i != 0 && collection.known[i - 1].at == object.at && collection.known[i - 1].announced == kNoLine;
    if (!known) {
      ruling.kept();
      continue;
    }
    if (may_be_frozen_late(object, collection, history, ruling.rule())) continue;
    ruling.broken(finding_at(
        object, collection,
        fmt::format(
            "Object {} is announced, but ObjectReferences of the previous collection already reported it.",
            id(object.at))));
  }
}

void used_before(const Callback& callback, const History& history, Ruling& ruling) {
  const std::optional<std::uint64_t> line = history.allocations().handled(callback.object);
  if (!line) return;
  ruling.broken(
      finding_at(callback, history.collection(),
                 fmt::format("Object {} is announced, but HandleCreated already named it at line {}.",
                             id(callback.object), *line)));
}

// --- classes ---

void class_load_follows(const Callback& callback, const History& history, Ruling& ruling) {
  constexpr std::uint32_t kLoads = abi::COR_PRF_MONITOR_CLASS_LOADS;
  if ((history.masks().required().low & kLoads) == 0)
    return ruling.cannot("COR_PRF_MONITOR_CLASS_LOADS is not set, so class loads are not reported");
  switch (history.allocations().named(callback.object_class, callback.thread)) {
    case Allocations::Naming::kNone:
      return;
    case Allocations::Naming::kJustNow:
      return ruling.kept();
    case Allocations::Naming::kEarlier:
      if (!reports_collections(history.masks().required()))
        return ruling.cannot("a class with this id may have been unloaded, and collections are not reported");
      return ruling.broken(finding_at(callback, history.collection(),
                                      fmt::format("ObjectAllocated named class {:#x} before its load, but "
                                                  "its load is not reported next on that thread.",
                                                  callback.object_class)));
  }
}

constexpr CallSet kAllocated{Call::kObjectAllocated};
constexpr std::string_view kOccasion = "a call of ObjectAllocated";
constexpr Binding kBindings[] = {
    {.id = "allocation/each-object",
     .occasion = "an allocation that the mask enables",
     .calls = kAllocated,
     .entry = is_made,
     .collection = survivors_announced,
     .facts = {Fact::kAllocated, Fact::kCollection},
     .model = before_next_step,
     .end = announced_once_at_end},
    {.id = "allocation/announced-before-use",
     .occasion = kOccasion,
     .calls = kAllocated,
     .entry = used_before,
     .collection = announced_before_use},
    {.id = "allocation/class-load-follows",
     .occasion = "an object whose class is loaded later",
     .calls = {Call::kClassLoadStarted},
     .entry = class_load_follows},
};

}  // namespace

std::span<const Binding> allocation_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
